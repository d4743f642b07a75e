/** Any two versions beside each other. */
import { Group, Modal, Select, Stack } from '@mantine/core';
import { useState } from 'react';
import type { Template } from '../../api/types.ts';
import type { TemplateVersion } from '../../api/version-types.ts';
import { Comparison } from './comparison.tsx';

interface Props {
  readonly template: Pick<Template, 'key' | 'name'>;
  readonly versions: readonly TemplateVersion[];
  readonly from: number;
  readonly to: number;
  readonly onClose: () => void;
}

export const CompareDialog = ({ template, versions, from, to, onClose }: Props) => {
  const [sides, setSides] = useState({ from: String(from), to: String(to) });
  const choices = versions.map(({ version, current }) => ({
    value: String(version),
    label: `Version ${version}${current ? ', in use' : ''}`,
  }));
  const choice = (side: 'from' | 'to', label: string) => (
    <Select
      size="xs"
      label={label}
      allowDeselect={false}
      data={choices}
      value={sides[side]}
      onChange={(value) => setSides({ ...sides, [side]: value ?? sides[side] })}
    />
  );
  return (
    <Modal
      opened
      fullScreen
      onClose={onClose}
      title={`Versions of ${template.name}, compared`}
      closeButtonProps={{ 'aria-label': 'Close the comparison' }}
    >
      <Comparison
        key={`${sides.from} ${sides.to}`}
        templateKey={template.key}
        from={sides.from}
        to={sides.to}
        actions={
          <Stack gap={6}>
            <Group gap={8} grow>
              {choice('from', 'From')}
              {choice('to', 'To')}
            </Group>
          </Stack>
        }
      />
    </Modal>
  );
};
