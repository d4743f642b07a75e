/** The organization's templates: find, upload, replace, go back, delete. */
import { Button } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { templatesQuery } from '../../api/queries.ts';
import type { Template } from '../../api/types.ts';
import { plural } from '../../parts/format.ts';
import { LoadFailure } from '../../parts/load-failure.tsx';
import { Page } from '../../parts/page.tsx';
import { RowsSkeleton } from '../../parts/page-skeleton.tsx';
import { useKey } from '../../parts/use-key.ts';
import type { Act } from './act.ts';
import { AddExamples } from './add-examples.tsx';
import { DeleteDialog } from './delete-dialog.tsx';
import { DropAnywhere } from './drop-anywhere.tsx';
import { FirstDocument } from './first-document.tsx';
import { FirstSteps } from './first-steps.tsx';
import { RenameDialog } from './rename-dialog.tsx';
import { TemplateTable } from './template-table.tsx';
import classes from './templates.module.css';
import { UploadDialog } from './upload-dialog.tsx';
import { VersionsDrawer } from './versions-drawer.tsx';

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

  const act: Act = (kind, template) =>
    setOpen(kind === 'replace' ? { kind: 'upload', files: [], replacing: template } : { kind, template });
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
