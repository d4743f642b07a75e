/** What template this is: name, key, version, how its tags look, how often it is used; and what can be done with it. */
import {
  ActionIcon,
  Anchor,
  Badge,
  Button,
  Code,
  CopyButton,
  Group,
  Menu,
  Text,
  Title,
  Tooltip,
} from '@mantine/core';
import {
  IconCheck,
  IconChevronLeft,
  IconCopy,
  IconDots,
  IconFileUpload,
  IconHelp,
  IconHistory,
  IconRocket,
  IconRuler2,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { Template } from '../../../api/types.ts';
import { Ago } from '../../../components/ago.tsx';
import { DELIMITER_LOOKS } from '../../../components/delimiters.ts';
import { plural } from '../../../components/format.ts';
import { openHelp } from '../../../help/help-state.ts';
import type { OpenTemplateDialog } from '../../templates/table/template-menu.tsx';
import { TemplateMenuItems } from '../../templates/table/template-menu.tsx';
import classes from './template-head.module.css';

interface Props {
  readonly template: Template;
  readonly act: OpenTemplateDialog;
  /** To what it includes, and what includes it. */
  readonly links?: ReactNode;
}

export const TemplateHead = ({ template, act, links }: Props) => (
  <header className={classes['head']}>
    <div className={classes['what']}>
      <div className={classes['title']}>
        <Anchor component={Link} href="/" size="sm" className={classes['back'] ?? ''}>
          <IconChevronLeft size={15} stroke={1.8} aria-hidden /> Templates
        </Anchor>
        <Title order={1} className={classes['name'] ?? ''} title={template.name}>
          {template.name}
        </Title>
      </div>
      <Facts template={template} act={act}>
        {links}
      </Facts>
    </div>
    <Group gap={8} wrap="nowrap" className={classes['actions'] ?? ''}>
      {template.draft != null && (
        <Button
          size="sm"
          leftSection={<IconRocket size={16} stroke={1.7} />}
          onClick={() => act('draft', template)}
        >
          Review draft
        </Button>
      )}
      <Button
        variant="default"
        size="sm"
        className={classes['wide'] ?? ''}
        leftSection={<IconFileUpload size={16} stroke={1.7} />}
        onClick={() => act('replace', template)}
      >
        Replace file
      </Button>
      <Button
        variant="default"
        size="sm"
        className={classes['wide'] ?? ''}
        leftSection={<IconHistory size={16} stroke={1.7} />}
        onClick={() => act('versions', template)}
      >
        Versions
      </Button>
      <Tooltip label="How its pages bear short, long, many and foreign data">
        <Button
          variant="default"
          size="sm"
          className={classes['wide'] ?? ''}
          leftSection={<IconRuler2 size={16} stroke={1.7} />}
          onClick={() => act('lint', template)}
        >
          Check layout
        </Button>
      </Tooltip>
      <Tooltip label="Help with tags">
        <ActionIcon variant="default" size={36} aria-label="Help with tags" onClick={() => openHelp()}>
          <IconHelp size={18} stroke={1.7} />
        </ActionIcon>
      </Tooltip>
      <MoreMenu template={template} act={act} />
    </Group>
  </header>
);

const Facts = ({ template, act, children }: Omit<Props, 'links'> & { readonly children: ReactNode }) => (
  <div className={classes['facts']}>
    <span className={classes['key']}>
      <Code>{template.key}</Code>
      <CopyButton value={template.key} timeout={2000}>
        {({ copied, copy }) => (
          <Tooltip label={copied ? 'Copied' : 'Copy the key'}>
            <ActionIcon
              variant="subtle"
              color="gray"
              size="sm"
              aria-label={copied ? 'Key copied' : 'Copy the key'}
              onClick={copy}
            >
              {copied ? <IconCheck size={14} /> : <IconCopy size={14} />}
            </ActionIcon>
          </Tooltip>
        )}
      </CopyButton>
    </span>
    {template.version !== undefined && (
      <Badge
        component="button"
        type="button"
        variant="light"
        radius="sm"
        tt="none"
        className={classes['version'] ?? ''}
        onClick={() => act('versions', template)}
      >
        Version {template.version}
      </Badge>
    )}
    {template.delimiter !== undefined && (
      <Text size="sm" c="dimmed" span>
        tags like <Code>{DELIMITER_LOOKS[template.delimiter]}</Code>
      </Text>
    )}
    <Text size="sm" c="dimmed" span>
      {template.usage === 0 ? (
        'not used yet'
      ) : (
        <>
          {plural(template.usage, 'document')}, last <Ago at={template.lastUsed} />
        </>
      )}
    </Text>
    {children}
  </div>
);

const MoreMenu = ({ template, act }: { readonly template: Template; readonly act: OpenTemplateDialog }) => (
  <Menu position="bottom-end" width={210}>
    <Menu.Target>
      <ActionIcon variant="default" size={36} aria-label={`More actions for ${template.name}`}>
        <IconDots size={18} stroke={1.7} />
      </ActionIcon>
    </Menu.Target>
    <Menu.Dropdown>
      <TemplateMenuItems template={template} act={act} alsoButtons={classes['narrow']} />
    </Menu.Dropdown>
  </Menu>
);
