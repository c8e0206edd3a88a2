import { WaitingLine } from "#lib/auth/secrets/waiting-line.ts";
import { onceAProcess } from "#lib/once-a-process.ts";

const line = onceAProcess("joining", () => new WaitingLine({ atOnce: 2, waiting: 2000 }));

/**
 * People who come at once wait for each other's number and place in the database anyway. Waiting here, they don't hold all
 * of its connections meanwhile, which those who answer need.
 */
export const inLine = <T>(work: () => Promise<T>): Promise<T> => line.pass(work);
