import { randomBytes } from "node:crypto";

/** What random numbers are drawn by; nobody can guess it. */
export const newExportKey = (): string => randomBytes(16).toString("hex");
