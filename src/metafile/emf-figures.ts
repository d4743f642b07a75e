/** drawFigure :: records of lines, curves and areas → paths ([MS-EMF] 2.3.5); false where it is none of them */

import { badImage } from '../images/decode/guard.ts';
import type { PathCommand } from '../layout/display-list.ts';
import { boundsAt, type EmfRecord } from './emf-record.ts';
import type { GdiDevice } from './gdi-device.ts';
import {
  arcPath,
  curvesPath,
  ellipsePath,
  linesPath,
  rectanglePath,
  roundedPath,
  sweepPath,
} from './gdi-paths.ts';
import { colorRef, type Point } from './gdi-state.ts';

export const drawFigure = (record: EmfRecord, device: GdiDevice): boolean => {
  const { type, view } = record;
  switch (type) {
    case 2:
    case 85:
      device.draw(curvesPath(pointsAt(record, type === 85)), 'lines');
      return true;
    case 3:
    case 86:
      device.draw(linesPath(pointsAt(record, type === 86), true), 'area');
      return true;
    case 4:
    case 87:
      device.draw(linesPath(pointsAt(record, type === 87), false), 'lines');
      return true;
    case 5:
    case 88:
      goOn(device, pointsAt(record, type === 88), curvesPath);
      return true;
    case 6:
    case 89:
      goOn(device, pointsAt(record, type === 89), (points) => linesPath(points, false));
      return true;
    case 7:
    case 8:
    case 90:
    case 91: {
      const closed = type === 8 || type === 91;
      device.draw(several(record, type >= 90, closed), closed ? 'area' : 'lines');
      return true;
    }
    case 15:
      device.fill(
        device.map(rectanglePath(dotAt(view.getInt32(8, true), view.getInt32(12, true)))),
        colorRef(view.getUint32(16, true)),
      );
      return true;
    case 42:
      device.draw(ellipsePath(boundsAt(view, 8)), 'area');
      return true;
    case 43:
      device.draw(rectanglePath(boundsAt(view, 8)), 'area');
      return true;
    case 44:
      device.draw(roundedPath(boundsAt(view, 8), view.getInt32(24, true), view.getInt32(28, true)), 'area');
      return true;
    case 45:
    case 46:
    case 47:
    case 55:
      arc(record, device);
      return true;
    case 41:
      angleArc(view, device);
      return true;
    case 54:
      goOn(device, [[view.getInt32(8, true), view.getInt32(12, true)]], (points) => linesPath(points, false));
      return true;
    case 118:
      gradient(view, device);
      return true;
    default:
      return false;
  }
};

const dotAt = (x: number, y: number) => ({ left: x, top: y, right: x + 1, bottom: y + 1 });

const pointAt = (view: DataView, at: number, short: boolean): Point =>
  short
    ? [view.getInt16(at, true), view.getInt16(at + 2, true)]
    : [view.getInt32(at, true), view.getInt32(at + 4, true)];

const pointsAt = ({ view }: EmfRecord, short: boolean): readonly Point[] => {
  const count = view.getUint32(24, true);
  const size = short ? 4 : 8;
  if (28 + count * size > view.byteLength) throw badImage('the EMF file is damaged');
  return Array.from({ length: count }, (_, index) => pointAt(view, 28 + index * size, short));
};

const several = ({ view }: EmfRecord, short: boolean, closed: boolean): readonly PathCommand[] => {
  const [figures, total] = [view.getUint32(24, true), view.getUint32(28, true)];
  const size = short ? 4 : 8;
  const first = 32 + figures * 4;
  if (first + total * size > view.byteLength) throw badImage('the EMF file is damaged');
  const path: PathCommand[] = [];
  for (let figure = 0, at = first; figure < figures; figure++) {
    const count = view.getUint32(32 + figure * 4, true);
    if (at + count * size > view.byteLength) throw badImage('the EMF file is damaged');
    const points = Array.from({ length: count }, (_, index) => pointAt(view, at + index * size, short));
    path.push(...linesPath(points, closed));
    at += count * size;
  }
  return path;
};

/** From where the pen is; in a path that has begun, without a new beginning. */
const goOn = (
  device: GdiDevice,
  points: readonly Point[],
  pathOf: (points: readonly Point[]) => readonly PathCommand[],
): void => {
  const path = pathOf([device.state.position, ...points]);
  const begun = device.path !== undefined && device.path.length > 0 && device.path.at(-1)?.[0] !== 'Z';
  device.draw(begun ? path.slice(1) : path, 'lines');
  const last = points.at(-1);
  if (last !== undefined) device.setLook({ position: last });
};

const arc = ({ type, view }: EmfRecord, device: GdiDevice): void => {
  const bounds = boundsAt(view, 8);
  const path = arcPath({
    bounds,
    from: [view.getInt32(24, true), view.getInt32(28, true)],
    to: [view.getInt32(32, true), view.getInt32(36, true)],
    clockwise: device.state.clockwise,
  });
  if (type === 45) {
    device.draw(path, 'lines');
    return;
  }
  if (type === 55) {
    arcTo(device, path);
    return;
  }
  const centre = [(bounds.left + bounds.right) / 2, (bounds.top + bounds.bottom) / 2] as const;
  device.draw([...path, ...(type === 47 ? [['L', ...centre] as const] : []), ['Z']], 'area');
};

const angleArc = (view: DataView, device: GdiDevice): void => {
  const radius = view.getUint32(16, true);
  const radians = (at: number): number => (-view.getFloat32(at, true) * Math.PI) / 180;
  arcTo(
    device,
    sweepPath([view.getInt32(8, true), view.getInt32(12, true)], [radius, radius], radians(20), radians(24)),
  );
};

/** A line to where the arc begins, and the arc. */
const arcTo = (device: GdiDevice, path: readonly PathCommand[]): void => {
  const [first, ...rest] = path;
  if (first?.[0] !== 'M') return;
  goOn(device, [[first[1], first[2]]], (points) => [...linesPath(points, false), ...rest]);
  const last = rest.at(-1);
  if (last?.[0] === 'C') device.setLook({ position: [last[5], last[6]] });
};

/** [MS-EMF] 2.3.5.12: rectangles that go from one colour to another. */
const gradient = (view: DataView, device: GdiDevice): void => {
  const [vertices, figures, mode] = [
    view.getUint32(24, true),
    view.getUint32(28, true),
    view.getUint32(32, true),
  ];
  if (mode > 1) throw badImage('it has triangles of changing colour');
  const first = 36 + vertices * 16;
  if (first + figures * 8 > view.byteLength) throw badImage('the EMF file is damaged');
  const vertex = (index: number) => {
    const at = 36 + Math.min(index, vertices - 1) * 16;
    const part = (offset: number): number => view.getUint16(at + offset, true) >> 8;
    return {
      x: view.getInt32(at, true),
      y: view.getInt32(at + 4, true),
      color: (part(8) << 16) | (part(10) << 8) | part(12),
    };
  };
  for (let figure = 0; figure < figures; figure++) {
    const [one, other] = [
      vertex(view.getUint32(first + figure * 8, true)),
      vertex(view.getUint32(first + figure * 8 + 4, true)),
    ];
    const path = device.map(rectanglePath({ left: one.x, top: one.y, right: other.x, bottom: other.y }));
    const [start, , end] = path;
    if (start?.[0] !== 'M' || end?.[0] !== 'L') continue;
    device.add({
      kind: 'path',
      path,
      fill: {
        from: [start[1], start[2]],
        to: mode === 0 ? [end[1], start[2]] : [start[1], end[2]],
        stops: [
          { offset: 0, color: one.color },
          { offset: 1, color: other.color },
        ],
      },
    });
  }
};
