import "server-only";
import { admit, type Viewer } from "#lib/auth/viewer.ts";

// Matches no row: what belongs to "the viewer" is empty for somebody at the machine's own console.
const nobody = "00000000-0000-0000-0000-000000000000";

let command: string | null = null;

/** A process of the command line runs one command; the record says which. */
export function nameCommand(words: string | null): void {
  command = words;
}

function insider(
  origin: "command_line" | "system",
  name: string,
  place: string | null = null,
): Viewer<"admin"> {
  return admit({
    userId: nobody,
    role: "admin",
    name,
    handle: name,
    hasSecret: false,
    signInId: null,
    actor: { id: null, origin, place },
    requestId: null,
    from: null,
  });
}

/** Whoever can run the command line holds the database already, so is an admin. */
export const operator = (): Viewer<"admin"> => insider("command_line", "command line", command);

/** Work that nobody asked for: first run, scheduled tidying. */
export const system = (): Viewer<"admin"> => insider("system", "system");

/** A job acts for whoever asked for it, admin then, long after their request has been answered. */
export function onBehalfOf(user: { id: string; name: string } | null, job: string): Viewer<"admin"> {
  if (!user) return insider("command_line", "command line", job);
  return admit({
    userId: user.id,
    role: "admin",
    name: user.name,
    handle: user.name,
    hasSecret: false,
    signInId: null,
    actor: { id: user.id, origin: "web", place: job },
    requestId: null,
    from: null,
  });
}
