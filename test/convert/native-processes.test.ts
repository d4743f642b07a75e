/** What is said when a process of the native engine does not answer. */
import { expect, onTestFinished, test } from 'vitest';
import { NativeEngine } from '../../src/convert/native/native-engine.ts';
import { docx, p } from '../support/build.ts';

const engineWith = (config: ConstructorParameters<typeof NativeEngine>[0]): NativeEngine => {
  const engine = new NativeEngine(config);
  onTestFinished(() => engine.close());
  return engine;
};

const words = 'Words that are laid out one by one. '.repeat(20);

test('too little memory is said to be that', async () => {
  const engine = engineWith({ memoryBytes: 24 * 1024 * 1024 });
  const large = docx(...Array.from({ length: 20_000 }, (_, index) => p(`${index} ${words}`)));
  await expect(engine.convert(large, { organizationId: 'one', signal: undefined })).rejects.toMatchObject({
    code: 'document_too_complex',
    message: expect.stringContaining('memory'),
  });
});

test('a process that ends for another reason does not blame the document', async () => {
  const engine = engineWith({ tasks: new URL('../support/tasks-that-exit.ts', import.meta.url) });
  await expect(
    engine.convert(docx(p('Hello')), { organizationId: 'one', signal: undefined }),
  ).rejects.toMatchObject({
    code: 'internal_error',
    message: expect.stringContaining('ended without an answer'),
  });
});
