/** One template: its fields, data and preview. */
import { Anchor, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { inspectionQuery } from '../../api/queries.ts';
import { LoadFailure } from '../../parts/load-failure.tsx';
import { Page } from '../../parts/page.tsx';
import { RowsSkeleton } from '../../parts/page-skeleton.tsx';

export const TemplateScreen = ({ templateKey }: { readonly templateKey: string }) => {
  const inspection = useQuery(inspectionQuery(templateKey));
  if (inspection.error !== null) return <LoadFailure error={inspection.error} retry={inspection.refetch} />;
  return (
    <Page
      title={templateKey}
      lead={
        <Anchor component={Link} href="/" inherit>
          All templates
        </Anchor>
      }
    >
      {inspection.data === undefined ? (
        <RowsSkeleton rows={4} height={24} />
      ) : (
        inspection.data.fields.map(({ path, kind }) => (
          <Text key={path}>
            {path}{' '}
            <Text span c="dimmed">
              {kind}
            </Text>
          </Text>
        ))
      )}
    </Page>
  );
};
