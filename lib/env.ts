import { readEnv } from "#lib/environment.ts";

/** The only reader of process.env in the product. A wrong value stops the process here, by name. */
export const env = readEnv(process.env);
