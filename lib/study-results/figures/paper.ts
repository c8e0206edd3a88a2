import { WaitingLine } from "#lib/auth/secrets/waiting-line.ts";
import type { Figure } from "#lib/figures/figure.ts";
import { renderPng } from "#lib/figures/png.ts";
import type { Page } from "#lib/figures/svg.ts";
import { processSingleton } from "#lib/process-singleton.ts";
import { runInThread } from "#lib/study-results/resampling/threads.ts";

// Each takes a processor, and one of the four threads that passwords and compression need too.
const line = processSingleton("PNG files", () => new WaitingLine({ atOnce: 1, waiting: 100 }, "png_files"));

/** One after the other, whoever asks for them; none for who has left meanwhile. */
export const paintPng = (svg: string, signal?: AbortSignal): Promise<Buffer> =>
  line.pass(async () => {
    signal?.throwIfAborted();
    return renderPng(svg, signal ? { signal } : {});
  });

/** Faces are taken apart and put together again on the way, which nobody who answers a case should wait for. */
export async function printPdf(
  figure: Figure,
  page: Page,
  { signal }: { signal?: AbortSignal } = {},
): Promise<Buffer> {
  const { pdf } = await runInThread("print", { figure, page }, signal ? { signal } : {});
  return Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength);
}
