/** One template at work: its fields, the data, and the document that they make, side by side or as tabs on a phone. */
import { Button, Tooltip } from '@mantine/core';
import { useCallbackRef, useHotkeys, useLocalStorage, useMediaQuery } from '@mantine/hooks';
import { IconPlayerPlay } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { organizationQuery } from '../../api/queries.ts';
import type { Inspection, Template } from '../../api/types.ts';
import { Failure } from '../../components/failure.tsx';
import { useFolds } from '../../components/use-folds.ts';
import { isMac } from '../../components/use-key.ts';
import { useHelpSubject } from '../../help/help-state.ts';
import { useSession } from '../../session/session.ts';
import type { Draft } from './data/draft.ts';
import type { Sample } from './data/first-text.ts';
import { useOtherTabs } from './data/other-tabs.ts';
import { TextStore } from './data/text-store.ts';
import { drafts, useDraft } from './data/use-draft.ts';
import { useReport } from './data/use-report.ts';
import { DataPane } from './data-pane.tsx';
import { DownloadButton } from './download-button.tsx';
import { JsonEditorPane } from './editor/json-editor.tsx';
import { FieldsPanel } from './fields/fields-panel.tsx';
import { DataForm } from './form/data-form.tsx';
import { commitTyped } from './form/use-typed.ts';
import { CreditNote, RenderFacts } from './notice.tsx';
import { OptionsButton } from './options/options-button.tsx';
import { DATA, FIELDS, FoldButton } from './panes/fold-buttons.tsx';
import { Panes } from './panes/panes.tsx';
import { type PhoneTab, PhoneTabs } from './panes/phone-tabs.tsx';
import { PreviewPane } from './preview/preview-pane.tsx';
import { usePreview } from './preview/use-preview.ts';
import { ProblemsPanel } from './problems/problems-panel.tsx';
import { fieldOf, renderedProblems } from './rendered-problems.ts';
import { SampleSets } from './samples/sample-sets.tsx';
import { shapeOf } from './shape/shape.ts';
import { SnippetsPanel } from './snippets/snippets-panel.tsx';
import { TabNotices } from './tab-notices.tsx';
import { useDownload } from './use-download.ts';
import { type Mode, useJump } from './use-jump.ts';
import classes from './workspace.module.css';

interface Props {
  readonly template: Template;
  readonly inspection: Inspection;
  readonly start: Pick<Draft, 'text' | 'options'>;
  readonly samples: readonly Sample[];
}

export const Workspace = ({ template, inspection, start, samples }: Props) => {
  const { organization } = useSession();
  const { data: account } = useQuery(organizationQuery);
  const isPhone = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false });
  const isNarrow = useMediaQuery('(max-width: 80em)', false, { getInitialValueInEffect: false });
  const isSmall = useMediaQuery('(max-width: 68em)', false, { getInitialValueInEffect: false });
  const folds = useFolds();
  const [store] = useState(() => new TextStore(start.text));
  const [options, setOptions] = useState(start.options);
  const [mode, setMode] = useLocalStorage<Mode>({
    key: 'platen:data-as',
    defaultValue: 'form',
    getInitialValueInEffect: false,
  });
  const [tab, setTab] = useState<PhoneTab>(mode);
  const shape = useMemo(() => shapeOf(inspection), [inspection]);

  const tabs = useOtherTabs(organization.id, template.key);
  const saved = useDraft({
    store,
    organization: organization.id,
    templateKey: template.key,
    options,
    onSaved: tabs.tell,
  });
  useHelpSubject({ inspection, delimiter: template.delimiter ?? 'BRACES', store, options });
  const checked = useReport(store, inspection.schema);
  const preview = usePreview({
    store,
    checked,
    templateKey: template.key,
    templateVersion: template.version,
    options,
    isLive: !isPhone || tab === 'preview',
  });
  const download = useDownload({ store, templateKey: template.key, options });

  const show = (next: Mode): void => {
    setMode(next);
    setTab(next);
    // Whoever goes to a place of the data wants to see it.
    if (!isPhone && folds.isFolded(DATA.id)) folds.set(DATA.id, false);
  };
  const jump = useJump(store, mode, show);
  const generate = (): void => {
    commitTyped();
    if (isPhone) setTab('preview');
    preview.now();
  };
  useHotkeys([['mod+Enter', generate]], []);

  const { result, failure } = preview;
  const problems = useMemo(
    () => [...(checked?.report.problems ?? []), ...renderedProblems({ result, failure }, checked, store)],
    [checked, result, failure, store],
  );
  const isData = checked?.report.isData ?? true;
  const unused = problems.filter(({ kind }) => kind === 'unused').map(({ path }) => path);

  const takeOver = (): void => {
    const draft = drafts.load(organization.id, template.key);
    if (draft !== undefined) {
      store.set(draft.text);
      setOptions(draft.options);
    }
    tabs.forget();
  };

  const pick = useCallbackRef(jump.toField);
  // A tree of some hundred rows, which nothing that is typed changes.
  const total = inspection.fields.length;
  const fieldsPanel = useMemo(
    () => (
      <FieldsPanel
        shape={shape}
        total={total}
        onPick={pick}
        fold={isPhone ? undefined : <FoldButton {...FIELDS} />}
      />
    ),
    [shape, total, pick, isPhone],
  );
  const dataPane = (
    <DataPane
      store={store}
      mode={mode}
      onMode={show}
      isPhone={isPhone}
      fold={<FoldButton {...DATA} />}
      samples={samples}
      onSample={(sample) => setOptions({ ...sample.options, ...options })}
      sets={(pick) => (
        <SampleSets
          templateKey={template.key}
          store={store}
          options={options}
          isData={isData}
          onPick={pick}
        />
      )}
      options={<OptionsButton options={options} defaults={account?.defaults} onChange={setOptions} />}
      problems={
        <ProblemsPanel
          problems={problems}
          warnings={inspection.warnings}
          isTruncated={checked?.report.truncated ?? false}
          isChecked={checked !== undefined}
          onJump={(problem) => {
            const [range] = problem.ranges;
            if (mode !== 'json' && problem.kind !== 'syntax') jump.toPlace(problem.place);
            else if (range === undefined) jump.inJson(problem.place);
            else jump.inJsonAt(range);
          }}
        />
      }
    >
      {mode === 'form' && (
        <DataForm
          store={store}
          shape={shape}
          problems={problems}
          onOpenJson={jump.inJson}
          revealed={jump.revealed}
        />
      )}
      {mode === 'code' && (
        <SnippetsPanel store={store} templateKey={template.key} options={options} isData={isData} />
      )}
      <EditorSlot isShown={mode === 'json'}>
        <JsonEditorPane
          store={store}
          shape={shape}
          isShown={mode === 'json'}
          sample={inspection.sample}
          problems={problems}
          checkedVersion={checked?.version ?? -1}
          onGenerate={generate}
          onReady={jump.onEditorReady}
        />
      </EditorSlot>
    </DataPane>
  );
  const previewPane = (
    <PreviewPane
      preview={preview}
      isData={isData}
      onJump={jump.toPath}
      pathOf={(problem) => fieldOf(failure?.error, problem, inspection)}
      actions={
        <>
          <CreditNote credit={account?.credit} />
          <Tooltip label={`Generate the preview now (${isMac ? '⌘' : 'Ctrl'} Enter)`}>
            <Button
              variant="default"
              size="xs"
              disabled={!isData}
              leftSection={<IconPlayerPlay size={15} stroke={1.7} />}
              onClick={generate}
            >
              Generate
            </Button>
          </Tooltip>
          <DownloadButton
            isPending={download.isPending}
            isOff={!isData}
            credit={account?.credit}
            onDownload={(output) => download.mutate(output)}
          />
        </>
      }
      facts={result !== undefined && <RenderFacts {...result} unused={unused} />}
      notice={<Failure error={download.error} />}
    />
  );

  return (
    <div className={classes['workspace']}>
      <TabNotices tabs={tabs} saved={saved} onLoad={takeOver} />
      {isPhone ? (
        <PhoneTabs
          tab={tab}
          onTab={(next) => (next === 'fields' || next === 'preview' ? setTab(next) : show(next))}
        >
          {tab === 'fields' ? fieldsPanel : tab === 'preview' ? previewPane : dataPane}
        </PhoneTabs>
      ) : (
        <Panes
          panes={[
            {
              name: 'Fields',
              size: isNarrow ? '200px' : '240px',
              least: 160,
              foldable: { ...FIELDS, foldedAtFirst: isSmall },
              content: fieldsPanel,
            },
            { name: 'Data', size: 40, least: 260, foldable: DATA, content: dataPane },
            { name: 'Preview', size: 60, least: 300, content: previewPane },
          ]}
        />
      )}
    </div>
  );
};

/** Built when it is first shown, then kept: its undo history and its scroll position stay. */
const EditorSlot = ({
  isShown,
  children,
}: {
  readonly isShown: boolean;
  readonly children: React.ReactNode;
}) => {
  const [wasShown, setWasShown] = useState(isShown);
  if (isShown && !wasShown) setWasShown(true);
  return wasShown ? (
    <div className={classes['editor']} hidden={!isShown}>
      {children}
    </div>
  ) : null;
};
