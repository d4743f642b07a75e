import { ActionIcon, Menu } from '@mantine/core';
import {
  IconDotsVertical,
  IconDownload,
  IconExternalLink,
  IconFileUpload,
  IconHistory,
  IconPencil,
  IconTrash,
} from '@tabler/icons-react';
import { Link } from 'wouter';
import { api, saveFile } from '../../api/client.ts';
import type { Template } from '../../api/types.ts';
import { notifyFailure } from '../../parts/notify.ts';
import { templatePath } from '../../paths.ts';
import type { Act } from './act.ts';

export const TemplateMenu = ({ template, act }: { readonly template: Template; readonly act: Act }) => (
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
      <Menu.Item leftSection={<IconFileUpload size={16} />} onClick={() => act('replace', template)}>
        Replace file…
      </Menu.Item>
      <Menu.Item leftSection={<IconHistory size={16} />} onClick={() => act('versions', template)}>
        Versions
      </Menu.Item>
      <Menu.Item leftSection={<IconPencil size={16} />} onClick={() => act('rename', template)}>
        Rename…
      </Menu.Item>
      <Menu.Item
        leftSection={<IconDownload size={16} />}
        onClick={() => downloadTemplate(template.key).catch(notifyFailure)}
      >
        Download .docx
      </Menu.Item>
      <Menu.Divider />
      <Menu.Item color="red" leftSection={<IconTrash size={16} />} onClick={() => act('delete', template)}>
        Delete…
      </Menu.Item>
    </Menu.Dropdown>
  </Menu>
);

export const downloadTemplate = async (templateKey: string, version?: number): Promise<void> =>
  saveFile(await api.file('/template/download', { query: { templateKey, version } }));
