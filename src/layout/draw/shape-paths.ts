/**
 * shapePath :: preset geometry, box → path (ECMA-376 §20.1.9.18, the presets that documents use)
 *
 * Undefined for presets that are not here: the gate has a reason then, and a rectangle is drawn.
 */
import type { Shape } from '../../wml/model.ts';
import type { PathCommand } from '../display-list.ts';
import type { Box } from './canvas.ts';

type Path = readonly PathCommand[];

/** A quarter of a circle as a Bézier curve: the distance of its control points. */
const ARC = 0.5522847498;

const rectangle = ({ x, y, width, height }: Box): Path => [
  ['M', x, y],
  ['L', x + width, y],
  ['L', x + width, y + height],
  ['L', x, y + height],
  ['Z'],
];

const ellipse = ({ x, y, width, height }: Box): Path => {
  const [rx, ry] = [width / 2, height / 2];
  const [cx, cy] = [x + rx, y + ry];
  const [kx, ky] = [rx * ARC, ry * ARC];
  return [
    ['M', x, cy],
    ['C', x, cy - ky, cx - kx, y, cx, y],
    ['C', cx + kx, y, x + width, cy - ky, x + width, cy],
    ['C', x + width, cy + ky, cx + kx, y + height, cx, y + height],
    ['C', cx - kx, y + height, x, cy + ky, x, cy],
    ['Z'],
  ];
};

/** Corners by their radii, from the top left clockwise; 0 is a corner. */
const rounded = (box: Box, radii: readonly [number, number, number, number]): Path => {
  const { x, y, width, height } = box;
  const [a, b, c, d] = radii;
  const k = 1 - ARC;
  return [
    ['M', x, y + a],
    ['C', x, y + a * k, x + a * k, y, x + a, y],
    ['L', x + width - b, y],
    ['C', x + width - b * k, y, x + width, y + b * k, x + width, y + b],
    ['L', x + width, y + height - c],
    ['C', x + width, y + height - c * k, x + width - c * k, y + height, x + width - c, y + height],
    ['L', x + d, y + height],
    ['C', x + d * k, y + height, x, y + height - d * k, x, y + height - d],
    ['Z'],
  ];
};

const polygon = (box: Box, points: readonly (readonly [number, number])[]): Path => [
  ...points.map(
    ([px, py], index): PathCommand => [
      index === 0 ? 'M' : 'L',
      box.x + px * box.width,
      box.y + py * box.height,
    ],
  ),
  ['Z'],
];

/** Points of a star, the inner ones at a share of the radius. */
const star = (box: Box, points: number, inner: number): Path =>
  polygon(
    box,
    Array.from({ length: points * 2 }, (_, index) => {
      const angle = (index * Math.PI) / points - Math.PI / 2;
      const radius = index % 2 === 0 ? 0.5 : 0.5 * inner;
      return [0.5 + Math.cos(angle) * radius, 0.5 + Math.sin(angle) * radius] as const;
    }),
  );

const regular = (box: Box, points: number, turn: number): Path =>
  polygon(
    box,
    Array.from({ length: points }, (_, index) => {
      const angle = (index * 2 * Math.PI) / points + turn;
      return [0.5 + Math.cos(angle) / 2, 0.5 + Math.sin(angle) / 2] as const;
    }),
  );

type Build = (box: Box, adjust: (name: string, otherwise: number) => number) => Path;

const short = (box: Box): number => Math.min(box.width, box.height);

const arrow = (box: Box, head: number, shaft: number, turn: 'right' | 'left' | 'up' | 'down'): Path => {
  const [along, across] =
    turn === 'right' || turn === 'left' ? [box.width, box.height] : [box.height, box.width];
  const neck = Math.max(0, 1 - (Math.min(along, across) * head) / Math.max(along, 0.01));
  const side = (1 - shaft) / 2;
  const points: (readonly [number, number])[] = [
    [0, side],
    [neck, side],
    [neck, 0],
    [1, 0.5],
    [neck, 1],
    [neck, 1 - side],
    [0, 1 - side],
  ];
  const turned = points.map(([u, v]): readonly [number, number] => {
    if (turn === 'right') return [u, v];
    if (turn === 'left') return [1 - u, v];
    return turn === 'down' ? [v, u] : [v, 1 - u];
  });
  return polygon(box, turned);
};

const BUILDERS: Readonly<Record<string, Build>> = {
  rect: rectangle,
  horizontalRule: rectangle,
  flowChartProcess: rectangle,
  textBox: rectangle,
  ellipse,
  flowChartConnector: ellipse,
  roundRect: (box, adjust) => {
    const radius = short(box) * Math.min(0.5, adjust('adj', 16_667));
    return rounded(box, [radius, radius, radius, radius]);
  },
  flowChartAlternateProcess: (box) => {
    const radius = short(box) / 6;
    return rounded(box, [radius, radius, radius, radius]);
  },
  flowChartTerminator: (box) => {
    const radius = short(box) / 2;
    return rounded(box, [radius, radius, radius, radius]);
  },
  round1Rect: (box, adjust) => rounded(box, [0, short(box) * adjust('adj', 16_667), 0, 0]),
  round2SameRect: (box, adjust) => {
    const [top, bottom] = [short(box) * adjust('adj1', 16_667), short(box) * adjust('adj2', 0)];
    return rounded(box, [top, top, bottom, bottom]);
  },
  round2DiagRect: (box, adjust) => {
    const [one, two] = [short(box) * adjust('adj1', 16_667), short(box) * adjust('adj2', 0)];
    return rounded(box, [one, two, one, two]);
  },
  line: ({ x, y, width, height }) => [
    ['M', x, y],
    ['L', x + width, y + height],
  ],
  triangle: (box, adjust) =>
    polygon(box, [
      [0, 1],
      [adjust('adj', 50_000), 0],
      [1, 1],
    ]),
  rtTriangle: (box) =>
    polygon(box, [
      [0, 1],
      [0, 0],
      [1, 1],
    ]),
  diamond: (box) =>
    polygon(box, [
      [0, 0.5],
      [0.5, 0],
      [1, 0.5],
      [0.5, 1],
    ]),
  parallelogram: (box, adjust) => {
    const slant = Math.min(1, (short(box) * adjust('adj', 25_000)) / Math.max(0.01, box.width));
    return polygon(box, [
      [0, 1],
      [slant, 0],
      [1, 0],
      [1 - slant, 1],
    ]);
  },
  trapezoid: (box, adjust) => {
    const slant = Math.min(0.5, (short(box) * adjust('adj', 25_000)) / Math.max(0.01, box.width));
    return polygon(box, [
      [0, 1],
      [slant, 0],
      [1 - slant, 0],
      [1, 1],
    ]);
  },
  hexagon: (box, adjust) => {
    const slant = Math.min(0.5, (short(box) * adjust('adj', 25_000)) / Math.max(0.01, box.width));
    return polygon(box, [
      [0, 0.5],
      [slant, 0],
      [1 - slant, 0],
      [1, 0.5],
      [1 - slant, 1],
      [slant, 1],
    ]);
  },
  pentagon: (box) => regular(box, 5, -Math.PI / 2),
  octagon: (box, adjust) => {
    const cut = short(box) * adjust('adj', 29_289);
    const [u, v] = [cut / Math.max(0.01, box.width), cut / Math.max(0.01, box.height)];
    return polygon(box, [
      [0, v],
      [u, 0],
      [1 - u, 0],
      [1, v],
      [1, 1 - v],
      [1 - u, 1],
      [u, 1],
      [0, 1 - v],
    ]);
  },
  homePlate: (box, adjust) => {
    const neck = 1 - Math.min(1, (short(box) * adjust('adj', 50_000)) / Math.max(0.01, box.width));
    return polygon(box, [
      [0, 0],
      [neck, 0],
      [1, 0.5],
      [neck, 1],
      [0, 1],
    ]);
  },
  chevron: (box, adjust) => {
    const point = Math.min(1, (short(box) * adjust('adj', 50_000)) / Math.max(0.01, box.width));
    return polygon(box, [
      [0, 0],
      [1 - point, 0],
      [1, 0.5],
      [1 - point, 1],
      [0, 1],
      [point, 0.5],
    ]);
  },
  plus: (box, adjust) => {
    const cut = short(box) * adjust('adj', 25_000);
    const [u, v] = [cut / Math.max(0.01, box.width), cut / Math.max(0.01, box.height)];
    return polygon(box, [
      [0, v],
      [u, v],
      [u, 0],
      [1 - u, 0],
      [1 - u, v],
      [1, v],
      [1, 1 - v],
      [1 - u, 1 - v],
      [1 - u, 1],
      [u, 1],
      [u, 1 - v],
      [0, 1 - v],
    ]);
  },
  star5: (box) => star(box, 5, 0.382),
  star4: (box, adjust) => star(box, 4, adjust('adj', 12_500) * 2),
  star6: (box) => star(box, 6, 0.577),
  star8: (box, adjust) => star(box, 8, adjust('adj', 37_500) * 2),
  rightArrow: (box, adjust) => arrow(box, adjust('adj2', 50_000), adjust('adj1', 50_000), 'right'),
  leftArrow: (box, adjust) => arrow(box, adjust('adj2', 50_000), adjust('adj1', 50_000), 'left'),
  upArrow: (box, adjust) => arrow(box, adjust('adj2', 50_000), adjust('adj1', 50_000), 'up'),
  downArrow: (box, adjust) => arrow(box, adjust('adj2', 50_000), adjust('adj1', 50_000), 'down'),
  wedgeRectCallout: (box, adjust) => callout(box, adjust, 0),
  wedgeRoundRectCallout: (box, adjust) => callout(box, adjust, adjust('adj3', 16_667)),
};

/** A box with a tip that points somewhere (adj1, adj2: from the middle, in shares of the size). */
const callout = (box: Box, adjust: (name: string, otherwise: number) => number, _round: number): Path => {
  const [dx, dy] = [adjust('adj1', -20_833), adjust('adj2', 62_500)];
  const tip = [0.5 + dx, 0.5 + dy] as const;
  const sideways = Math.abs(dx * box.width) > Math.abs(dy * box.height);
  const corners: (readonly [number, number])[] = [];
  const edge = (from: readonly [number, number], to: readonly [number, number], points: boolean): void => {
    corners.push(from);
    if (!points) return;
    const first = sideways ? (dy > 0 ? 7 / 12 : 2 / 12) : dx > 0 ? 7 / 12 : 2 / 12;
    const [low, high] = [first, first + 3 / 12];
    const along = (share: number): readonly [number, number] => [
      from[0] + (to[0] - from[0]) * share,
      from[1] + (to[1] - from[1]) * share,
    ];
    const forward = to[0] > from[0] || to[1] > from[1];
    corners.push(along(forward ? low : 1 - high), tip, along(forward ? high : 1 - low));
  };
  edge([0, 0], [1, 0], !sideways && dy < 0);
  edge([1, 0], [1, 1], sideways && dx > 0);
  edge([1, 1], [0, 1], !sideways && dy >= 0);
  edge([0, 1], [0, 0], sideways && dx <= 0);
  return polygon(box, corners);
};

const ALIASES: Readonly<Record<string, string>> = {
  straightConnector1: 'line',
  flowChartDecision: 'diamond',
};

export const shapePath = (shape: Shape, box: Box): Path | undefined => {
  if (shape.geometry === 'custom') return customPath(shape, box);
  const build = BUILDERS[ALIASES[shape.geometry] ?? shape.geometry];
  return build?.(box, (name, otherwise) => (shape.adjust.get(name) ?? otherwise) / 100_000);
};

const customPath = ({ path }: Shape, box: Box): Path | undefined => {
  if (path === undefined || path.width <= 0 || path.height <= 0) return undefined;
  const [sx, sy] = [box.width / path.width, box.height / path.height];
  const out: PathCommand[] = [];
  let at: readonly [number, number] = [box.x, box.y];
  for (const [name, ...numbers] of path.commands) {
    const point = (index: number): [number, number] => [
      box.x + (numbers[index * 2] ?? 0) * sx,
      box.y + (numbers[index * 2 + 1] ?? 0) * sy,
    ];
    if (name === 'moveTo' || name === 'lnTo') {
      at = point(0);
      out.push([name === 'moveTo' ? 'M' : 'L', at[0], at[1]]);
    } else if (name === 'cubicBezTo') {
      out.push(['C', ...point(0), ...point(1), ...point(2)]);
      at = point(2);
    } else if (name === 'quadBezTo') {
      const [control, end] = [point(0), point(1)];
      const toward = (from: readonly [number, number]): [number, number] => [
        from[0] + (2 / 3) * (control[0] - from[0]),
        from[1] + (2 / 3) * (control[1] - from[1]),
      ];
      out.push(['C', ...toward(at), ...toward(end), ...end]);
      at = end;
    } else if (name === 'close') out.push(['Z']);
  }
  return out;
};
