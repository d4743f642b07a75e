/** POST /template/check: what an upload would find, and which delimiter the file seems to use. Nothing is stored. */
import type { FastifyInstance } from 'fastify';
import { FieldErrors } from '../../service/field-errors.ts';
import { delimiterOf } from '../../service/template-rules.ts';
import { callerOf } from '../authentication.ts';
import { readForm } from '../body/multipart.ts';
import { signalOf } from '../body/request-body.ts';
import { errorAnswers, json } from '../schemas/shared.ts';
import { CheckAnswer, CheckForm } from '../schemas/template.ts';
import type { RouteContext } from '../types.ts';
import { fileOf, switchOf, withoutProblem } from './template-forms.ts';

export const templateCheck = (
  app: FastifyInstance,
  { templates, inFlight, settings }: RouteContext,
): void => {
  app.post(
    '/template/check',
    {
      config: { scope: 'templates:write' },
      schema: {
        operationId: 'checkTemplate',
        summary: 'Check a file before it is uploaded, and find out its delimiter',
        tags: ['templates'],
        consumes: ['multipart/form-data'],
        body: CheckForm,
        response: { 200: json('What the file is.', CheckAnswer), ...errorAnswers() },
      },
    },
    async (request, reply) => {
      const signal = signalOf(reply);
      const form = await readForm(request, inFlight, {
        text: ['delimiter', 'static', 'controls'],
        files: ['template'],
        fileBytes: settings.templateBytes,
      });
      const fieldErrors = new FieldErrors();
      const file = fieldErrors.field(
        'template',
        () => withoutProblem(form, 'template', () => fileOf(form.files.get('template'))),
        new Uint8Array(),
      );
      const sent = form.text.get('delimiter');
      const delimiter = fieldErrors.field(
        'delimiter',
        () => withoutProblem(form, 'delimiter', () => (sent === undefined ? undefined : delimiterOf(sent))),
        undefined,
      );
      const isStatic = fieldErrors.field(
        'static',
        () => withoutProblem(form, 'static', () => switchOf(form, 'static')),
        false,
      );
      const controls = fieldErrors.field(
        'controls',
        () => withoutProblem(form, 'controls', () => switchOf(form, 'controls')),
        false,
      );
      fieldErrors.throwIfAny();
      const { inspection, ...checked } = await templates.check(callerOf(request).organization.id, file, {
        signal,
        static: isStatic,
        controls,
        ...(delimiter !== undefined && { delimiter }),
      });
      // The inspection is JSON already, and may be large: it is not taken apart on its way out.
      const text = `${JSON.stringify(checked).slice(0, -1)},"inspection":${inspection ?? 'null'}}`;
      return reply.type('application/json; charset=utf-8').serializer(String).send(text);
    },
  );
};
