import { Anchor, Text } from '@mantine/core';
import { Link } from 'wouter';
import { Page } from '../components/page.tsx';

export const NotFound = () => (
  <Page title="There is nothing here">
    <Text>
      The address may be mistyped, or what it showed is gone.{' '}
      <Anchor component={Link} href="/">
        To the templates
      </Anchor>
    </Text>
  </Page>
);
