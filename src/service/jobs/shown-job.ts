/** shownJob :: Job → what GET /jobs/{id} answers and what the messages of its end carry: one shape for both */
import type { Job } from './job-ports.ts';

const iso = (time: number | null): string | null => (time === null ? null : new Date(time).toISOString());

export const shownJob = ({
  organizationId: _organizationId,
  reportHash: _reportHash,
  warnings: _warnings,
  result,
  ...job
}: Job) => ({
  ...job,
  createdAt: iso(job.createdAt),
  startedAt: iso(job.startedAt),
  finishedAt: iso(job.finishedAt),
  expiresAt: iso(job.expiresAt),
  result: result && { size: result.size, contentType: result.contentType, filename: result.filename },
});
