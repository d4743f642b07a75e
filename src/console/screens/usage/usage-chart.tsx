/** The chart, a chunk of its own: it is the heaviest part of the page. */
import '@mantine/charts/styles.css';
import { BarChart } from '@mantine/charts';
import { useComputedColorScheme } from '@mantine/core';
import { useReducedMotion } from '@mantine/hooks';
import { formatNumber } from '../../components/format.ts';
import type { Stack } from './series.ts';

/** TabNotices apart by lightness as well as by hue, on paper and on charcoal. */
const COLORS = {
  light: ['#1d6354', '#d99a2b', '#5b7fb8', '#b4543d', '#8bb8a8', '#9b8bb4'],
  dark: ['#4fae93', '#e5b25a', '#7fa3dd', '#d9765d', '#a9d3c4', '#bcabd6'],
} as const;

interface Props {
  readonly stack: Stack;
  readonly label: (start: number) => string;
}

export const UsageChart = ({ stack: { series, rows }, label }: Props) => {
  const scheme = useComputedColorScheme('light');
  const still = useReducedMotion();
  // The chart reads dots and brackets in a name as a path, and a template's key may hold both: columns have numbers.
  const data = rows.map(({ start, counts }) => ({
    label: label(start),
    ...Object.fromEntries(series.map(({ id }, index) => [`s${index}`, counts[id] ?? 0])),
  }));
  return (
    <BarChart
      h={300}
      data={data}
      dataKey="label"
      type="stacked"
      series={series.map(({ name }, index) => ({
        name: `s${index}`,
        label: name,
        color: COLORS[scheme][index % COLORS[scheme].length] ?? 'gray',
      }))}
      withLegend
      legendProps={{ verticalAlign: 'bottom', height: 40 }}
      tickLine="none"
      gridAxis="x"
      valueFormatter={formatNumber}
      yAxisProps={{ allowDecimals: false, width: 44 }}
      xAxisProps={{ minTickGap: 24 }}
      barProps={{ isAnimationActive: !still, animationDuration: 350 }}
      maxBarWidth={46}
    />
  );
};
