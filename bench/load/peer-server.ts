/** `peer-server.ts NAME`: POST / with the invoice's data gives the DOCX that the peer makes of it. */
import fastify from 'fastify';
import { CONTENDERS } from '../contenders.ts';
import { type InvoiceData, invoiceTemplate } from '../documents.ts';

const contender = CONTENDERS.find(({ name }) => name === process.argv[2]);
if (contender === undefined) throw new Error(`There is no ${process.argv[2]}.`);
const render = await contender.prepare(invoiceTemplate(contender.spelling));

const app = fastify({ bodyLimit: 20 * 1024 * 1024 });
app.post('/', async (request, reply) => {
  const { data } = request.body as { data: InvoiceData };
  const document = await render(data);
  return reply
    .type('application/vnd.openxmlformats-officedocument.wordprocessingml.document')
    .send(Buffer.from(document));
});
console.log(`serves at ${await app.listen({ host: '127.0.0.1', port: 0 })}`);
process.on('SIGTERM', () => process.exit(0));
