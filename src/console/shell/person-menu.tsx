/** The person's own corner: profile, colours, the way out. */
import {
  Avatar,
  Menu,
  SegmentedControl,
  Text,
  UnstyledButton,
  useMantineColorScheme,
  VisuallyHidden,
} from '@mantine/core';
import { IconBook2, IconDots, IconLogout, IconUser } from '@tabler/icons-react';
import { Link } from 'wouter';
import { useSession } from '../session/session.ts';
import { useSignOut } from '../session/use-sign-in.ts';
import classes from './menus.module.css';

export const PersonMenu = () => {
  const { person } = useSession();
  const signOut = useSignOut();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <Menu width={250} position="top-start">
      <Menu.Target>
        <UnstyledButton className={`${classes['target']} ${classes['person']}`}>
          <VisuallyHidden>{`Your menu: ${person.name}`}</VisuallyHidden>
          <Avatar name={person.name} color="pine" size={30} radius="xl" aria-hidden />
          <div style={{ flex: 1, minWidth: 0 }} aria-hidden>
            <Text size="sm" fw={500} truncate>
              {person.name}
            </Text>
            <Text size="xs" c="dimmed" truncate>
              {person.email}
            </Text>
          </div>
          <IconDots size={16} stroke={1.6} aria-hidden />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>Colours</Menu.Label>
        <SegmentedControl
          fullWidth
          size="xs"
          mx={6}
          mb={6}
          aria-label="Colours"
          value={colorScheme}
          onChange={(value) => setColorScheme(value as 'auto' | 'light' | 'dark')}
          data={[
            { value: 'auto', label: 'System' },
            { value: 'light', label: 'Light' },
            { value: 'dark', label: 'Dark' },
          ]}
        />
        <Menu.Divider />
        <Menu.Item component={Link} href="/settings/profile" leftSection={<IconUser size={16} />}>
          Profile and password
        </Menu.Item>
        <Menu.Item component={Link} href="/docs/reference" leftSection={<IconBook2 size={16} />}>
          API reference
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={16} />} onClick={() => signOut.mutate()}>
          Sign out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
};
