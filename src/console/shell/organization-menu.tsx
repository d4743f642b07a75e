/** Which organization this is, and the way to another. */
import { Menu, Modal, Text, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { IconCheck, IconPlus, IconSelector } from '@tabler/icons-react';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { useSession } from '../session/session.ts';
import { useSwitchOrganization } from '../session/use-sign-in.ts';
import classes from './menus.module.css';
import { NewOrganization } from './new-organization.tsx';

export const OrganizationMenu = () => {
  const { organization, organizations } = useSession();
  const [, navigate] = useLocation();
  const [creating, setCreating] = useState(false);
  const change = useSwitchOrganization();
  return (
    <>
      <Menu width={260} position="bottom-start">
        <Menu.Target>
          <UnstyledButton className={classes['target']}>
            <VisuallyHidden>{`Organization: ${organization.name}`}</VisuallyHidden>
            <span className={classes['tile']} aria-hidden>
              {[...organization.name][0]?.toUpperCase()}
            </span>
            <Text size="sm" fw={600} truncate flex={1} aria-hidden>
              {organization.name}
            </Text>
            <IconSelector size={16} stroke={1.6} aria-hidden />
          </UnstyledButton>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>Organizations</Menu.Label>
          {organizations.map(({ id, name, role }) => (
            <Menu.Item
              key={id}
              rightSection={id === organization.id ? <IconCheck size={16} aria-label="current" /> : null}
              onClick={() => id !== organization.id && change.mutate(id, { onSuccess: () => navigate('/') })}
            >
              <Text size="sm" truncate>
                {name}
              </Text>
              <Text size="xs" c="dimmed">
                {role}
              </Text>
            </Menu.Item>
          ))}
          {/* Whoever owns none would be refused. */}
          {organizations.some(({ role }) => role === 'owner') && (
            <>
              <Menu.Divider />
              <Menu.Item leftSection={<IconPlus size={16} />} onClick={() => setCreating(true)}>
                New organization
              </Menu.Item>
            </>
          )}
        </Menu.Dropdown>
      </Menu>
      <Modal opened={creating} onClose={() => setCreating(false)} title="New organization">
        <NewOrganization onDone={() => setCreating(false)} />
      </Modal>
    </>
  );
};
