import { WaitingLine } from "#lib/auth/secrets/waiting-line.ts";
import { renderPng } from "#lib/figures/png.ts";
import { onceAProcess } from "#lib/once-a-process.ts";

// Each takes a processor, and one of the four threads that passwords and compression need too.
const line = onceAProcess("PNG files", () => new WaitingLine({ atOnce: 1, waiting: 100 }));

/** One after the other, whoever asks for them; none for who has left meanwhile. */
export const paintPng = (svg: string, signal?: AbortSignal): Promise<Buffer> =>
  line.pass(async () => {
    signal?.throwIfAborted();
    return renderPng(svg, signal ? { signal } : {});
  });
