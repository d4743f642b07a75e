/** What opens over one template: its draft; replace, versions, rename, delete, as in the list. */
import { lazy, Suspense, useState } from 'react';
import type { Template } from '../../../api/types.ts';
import { DeleteDialog } from '../../templates/table/delete-dialog.tsx';
import { RenameDialog } from '../../templates/table/rename-dialog.tsx';
import type { OpenTemplateDialog } from '../../templates/table/template-menu.tsx';
import { VersionsDrawer } from '../../templates/table/versions-drawer.tsx';
import { UploadDialog } from '../../templates/upload/upload-dialog.tsx';

/** One and the same, or the dialog would take it for files that were dropped anew. */
const NO_FILES: readonly File[] = [];

/** With the pages that it draws, a chunk of its own. */
const ReviewDialog = lazy(async () => ({
  default: (await import('../../compare/review-dialog.tsx')).ReviewDialog,
}));

const LintDialog = lazy(async () => ({ default: (await import('../../lint/lint-dialog.tsx')).LintDialog }));

type Kind = Parameters<OpenTemplateDialog>[0];

/** What an address asks for. */
const askedFor = (): Kind | undefined => {
  const search = new URLSearchParams(window.location.search);
  if (search.get('review') === 'draft') return 'draft';
  return search.get('check') === 'layout' ? 'lint' : undefined;
};

export const useTemplateDialogs = (template: Template | undefined, templates: readonly Template[]) => {
  const [kind, setKind] = useState<Kind | undefined>(askedFor);
  const close = (): void => setKind(undefined);
  const of = (wanted: Kind): Template | undefined => (kind === wanted ? template : undefined);
  const dialogs = (
    <>
      <UploadDialog
        opened={kind === 'replace'}
        files={NO_FILES}
        replacing={of('replace')}
        templates={templates}
        isOnItsPage
        onDraft={() => setKind('draft')}
        onClose={close}
      />
      <RenameDialog template={of('rename')} onClose={close} />
      <DeleteDialog template={of('delete')} onClose={close} />
      <VersionsDrawer template={of('versions')} onClose={close} />
      {kind === 'draft' && template !== undefined && (
        <Suspense fallback={null}>
          <ReviewDialog template={template} onClose={close} />
        </Suspense>
      )}
      {kind === 'lint' && template !== undefined && (
        <Suspense fallback={null}>
          <LintDialog template={template} onClose={close} />
        </Suspense>
      )}
    </>
  );
  const act: OpenTemplateDialog = (wanted) => setKind(wanted);
  return { act, dialogs };
};
