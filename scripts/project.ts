import path from "node:path";

export const projectRoot = path.resolve(import.meta.dirname, "..");

/** Where the tests and the bench keep their build, beside that of an instance that runs. */
export const testBuildDir = ".next-test";
