import { ActionIcon, Menu } from '@mantine/core';
import {
  IconDotsVertical,
  IconDownload,
  IconExternalLink,
  IconFileUpload,
  IconHistory,
  IconPencil,
  IconRocket,
  IconRuler2,
  IconTable,
  IconTrash,
} from '@tabler/icons-react';
import { Link } from 'wouter';
import { api, saveFile } from '../../../api/client.ts';
import type { Template } from '../../../api/types.ts';
import { notifyFailure } from '../../../components/notify.tsx';
import { batchPath, templatePath } from '../../../paths.ts';

interface Props {
  readonly template: Template;
  readonly act: OpenTemplateDialog;
}

export const TemplateMenu = ({ template, act }: Props) => (
  <Menu position="bottom-end" width={210}>
    <Menu.Target>
      <ActionIcon variant="subtle" color="gray" size="lg" aria-label={`Actions for ${template.name}`}>
        <IconDotsVertical size={18} stroke={1.7} />
      </ActionIcon>
    </Menu.Target>
    <Menu.Dropdown>
      <Menu.Item
        component={Link}
        href={templatePath(template.key)}
        leftSection={<IconExternalLink size={16} />}
      >
        Open
      </Menu.Item>
      <Menu.Item component={Link} href={batchPath(template.key)} leftSection={<IconTable size={16} />}>
        Batch from a spreadsheet
      </Menu.Item>
      <TemplateMenuItems template={template} act={act} />
    </Menu.Dropdown>
  </Menu>
);

/** What can be done with a template, in the list and on its own page. */
export const TemplateMenuItems = ({
  template,
  act,
  alsoButtons = '',
}: Props & {
  /** The class of those that are buttons as well, where there is room for them. */
  readonly alsoButtons?: string | undefined;
}) => (
  <>
    {template.draft != null && (
      <Menu.Item leftSection={<IconRocket size={16} />} onClick={() => act('draft', template)}>
        Review draft…
      </Menu.Item>
    )}
    <Menu.Item
      className={alsoButtons}
      leftSection={<IconFileUpload size={16} />}
      onClick={() => act('replace', template)}
    >
      Replace file…
    </Menu.Item>
    <Menu.Item
      className={alsoButtons}
      leftSection={<IconHistory size={16} />}
      onClick={() => act('versions', template)}
    >
      Versions
    </Menu.Item>
    <Menu.Item
      className={alsoButtons}
      leftSection={<IconRuler2 size={16} />}
      onClick={() => act('lint', template)}
    >
      Check the layout
    </Menu.Item>
    <Menu.Item leftSection={<IconPencil size={16} />} onClick={() => act('rename', template)}>
      Rename…
    </Menu.Item>
    <Menu.Item
      leftSection={<IconDownload size={16} />}
      onClick={() => downloadTemplate(template.key).catch(notifyFailure)}
    >
      Download the template
    </Menu.Item>
    <Menu.Divider />
    <Menu.Item color="red" leftSection={<IconTrash size={16} />} onClick={() => act('delete', template)}>
      Delete…
    </Menu.Item>
  </>
);

export const downloadTemplate = async (templateKey: string, version?: number): Promise<void> =>
  saveFile(await api.file('/template/download', { query: { templateKey, version } }));

/** What a row's menu asks the list to open. */
export type OpenTemplateDialog = (
  kind: 'replace' | 'rename' | 'delete' | 'versions' | 'draft' | 'lint',
  template: Template,
) => void;
