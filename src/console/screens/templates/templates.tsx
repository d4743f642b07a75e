/** The organization's templates: find, upload, replace, go back, delete. */
import { Button } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { templatesQuery } from '../../api/queries.ts';
import type { Template } from '../../api/types.ts';
import { plural } from '../../components/format.ts';
import { LoadFailure } from '../../components/load-failure.tsx';
import { Page } from '../../components/page.tsx';
import { RowsSkeleton } from '../../components/page-skeleton.tsx';
import { useKey } from '../../components/use-key.ts';
import { layoutPath, reviewPath } from '../../paths.ts';
import { AddExamples } from './start/add-examples.tsx';
import { FirstDocument } from './start/first-document.tsx';
import { FirstSteps } from './start/first-steps.tsx';
import { DeleteDialog } from './table/delete-dialog.tsx';
import { RenameDialog } from './table/rename-dialog.tsx';
import type { OpenTemplateDialog } from './table/template-menu.tsx';
import { TemplateTable } from './table/template-table.tsx';
import { VersionsDrawer } from './table/versions-drawer.tsx';
import classes from './templates.module.css';
import { DropAnywhere } from './upload/drop-anywhere.tsx';
import { UploadDialog } from './upload/upload-dialog.tsx';

/** Whoever has so few may still want to look at examples; the upload has them for everybody. */
const SHORT_LIST = 9;

/** What is open over the list. */
type Open =
  | { readonly kind: 'upload'; readonly files: readonly File[]; readonly replacing?: Template }
  | { readonly kind: 'rename' | 'delete' | 'versions'; readonly template: Template };

export const TemplatesScreen = () => {
  const templates = useQuery(templatesQuery);
  const [open, setOpen] = useState<Open>();
  const search = useSearch();
  const [, navigate] = useLocation();
  const upload = (files: readonly File[] = []) => setOpen({ kind: 'upload', files });
  const close = () => {
    setOpen(undefined);
    if (search !== '') navigate('/', { replace: true });
  };
  useKey('u', () => upload());

  const act: OpenTemplateDialog = (kind, template) => {
    if (kind === 'draft') navigate(reviewPath(template.key));
    else if (kind === 'lint') navigate(layoutPath(template.key));
    else
      setOpen(kind === 'replace' ? { kind: 'upload', files: [], replacing: template } : { kind, template });
  };
  const uploading = open?.kind === 'upload' ? open : undefined;
  const asked = uploading === undefined && new URLSearchParams(search).has('upload');

  if (templates.error !== null && templates.data === undefined)
    return <LoadFailure error={templates.error} retry={templates.refetch} />;
  const list = templates.data;
  const empty = list?.length === 0;
  return (
    <Page
      title="Templates"
      lead={
        list === undefined || empty
          ? 'Word documents with tags, ready to be filled.'
          : `${plural(list.length, 'Word document')} with tags, ready to be filled.`
      }
      actions={
        <Button leftSection={<IconUpload size={17} />} onClick={() => upload()}>
          Upload template
        </Button>
      }
    >
      {list === undefined && <RowsSkeleton rows={7} />}
      {empty && <FirstSteps onChoose={upload} />}
      {list !== undefined && !empty && (
        <>
          <FirstDocument templates={list} />
          <TemplateTable templates={list} act={act} />
          {list.length < SHORT_LIST && (
            <div className={classes['examples']}>
              <AddExamples templates={list} />
            </div>
          )}
        </>
      )}
      <DropAnywhere
        onFiles={(files) =>
          setOpen({ kind: 'upload', files, ...(uploading?.replacing && { replacing: uploading.replacing }) })
        }
        disabled={open !== undefined && uploading === undefined}
      />
      <UploadDialog
        opened={uploading !== undefined || asked}
        files={uploading?.files ?? []}
        replacing={uploading?.replacing}
        templates={list ?? []}
        onClose={close}
      />
      <RenameDialog template={open?.kind === 'rename' ? open.template : undefined} onClose={close} />
      <DeleteDialog template={open?.kind === 'delete' ? open.template : undefined} onClose={close} />
      <VersionsDrawer template={open?.kind === 'versions' ? open.template : undefined} onClose={close} />
    </Page>
  );
};
