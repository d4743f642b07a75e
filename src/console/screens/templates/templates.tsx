/** The organization's templates. */
import { Anchor, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { templatesQuery } from '../../api/queries.ts';
import { LoadFailure } from '../../parts/load-failure.tsx';
import { Page } from '../../parts/page.tsx';
import { RowsSkeleton } from '../../parts/page-skeleton.tsx';
import { templatePath } from '../../paths.ts';

export const TemplatesScreen = () => {
  const templates = useQuery(templatesQuery);
  if (templates.error !== null) return <LoadFailure error={templates.error} retry={templates.refetch} />;
  return (
    <Page title="Templates">
      {templates.data === undefined ? (
        <RowsSkeleton rows={6} />
      ) : (
        templates.data.map(({ key, name }) => (
          <Text key={key}>
            <Anchor component={Link} href={templatePath(key)}>
              {name}
            </Anchor>
          </Text>
        ))
      )}
    </Page>
  );
};
