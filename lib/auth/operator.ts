import "server-only";
import { admit, type Viewer } from "#lib/auth/viewer.ts";

// Matches no row: what belongs to "the viewer" is empty for somebody at the machine's own console.
const nobody = "00000000-0000-0000-0000-000000000000";

let command: string | null = null;

/** A process of the command line runs one command; the record says which. */
export function nameCommand(words: string | null): void {
  command = words;
}

const insider = (actor: Viewer["actor"], name: string): Viewer<"admin"> =>
  admit({
    userId: actor.id ?? nobody,
    role: "admin",
    name,
    handle: name,
    hasSecret: false,
    signInId: null,
    actor,
    requestId: null,
    from: null,
  });

const atConsole = (place: string | null) =>
  insider({ id: null, origin: "command_line", place }, "command line");

/** Whoever can run the command line holds the database already, so is an admin. */
export const operator = (): Viewer<"admin"> => atConsole(command);

/** Work that nobody asked for: first run, scheduled tidying. */
export const system = (): Viewer<"admin"> => insider({ id: null, origin: "system", place: null }, "system");

/** A job acts for whoever asked for it, admin then, long after their request has been answered. */
export const onBehalfOf = (user: { id: string; name: string } | null, job: string): Viewer<"admin"> =>
  user ? insider({ id: user.id, origin: "web", place: job }, user.name) : atConsole(job);
