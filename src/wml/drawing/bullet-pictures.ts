/** readBulletPictures :: numbering.xml → pictures that stand for bullets (ECMA-376 §17.9.20) */
import { childOf, elementsOf, type XmlElement } from '../../ooxml/xml.ts';
import type { Drawing } from '../model.ts';
import type { StoryContext } from '../story-context.ts';
import { readVml } from '../vml/vml.ts';
import { readDrawing } from './drawings.ts';

/** By `w:numPicBulletId`. */
export const readBulletPictures = (root: XmlElement, context: StoryContext): ReadonlyMap<string, Drawing> =>
  new Map(
    elementsOf(root, 'w:numPicBullet').flatMap((bullet) => {
      const [pict, drawn] = [childOf(bullet, 'w:pict'), childOf(bullet, 'w:drawing')];
      const drawing = pict === undefined ? drawn && readDrawing(drawn, context) : readVml(pict, context)[0];
      const id = bullet.attribute('w:numPicBulletId');
      return id === undefined || drawing === undefined ? [] : [[id, drawing] as const];
    }),
  );
