import type { Role } from "#lib/auth/roles.ts";

declare const brand: unique symbol;

/** Where a request comes from. */
export type Visitor = {
  readonly address: string;
  /** Enough to recognise one's own devices in a list. */
  readonly device: string;
  readonly requestId?: string | null;
};

/**
 * The signed-in person, proven. Queries and mutations ask for one, and only lib/auth makes one, so code
 * that forgot to prove the caller has nothing to pass and does not compile.
 */
export type Viewer<R extends Role = Role> = {
  readonly [brand]: true;
  readonly userId: string;
  readonly role: R;
  readonly name: string;
  readonly handle: string;
  readonly hasSecret: boolean;
  readonly signInId: string | null;
  /** Who the audit log names. */
  readonly actor: {
    readonly id: string | null;
    readonly origin: "web" | "command_line" | "system";
    /** Where it is done from: the page's address, the command, the kind of job. */
    readonly place: string | null;
  };
  readonly requestId: string | null;
  /** Null where nobody stands at a door: the command line, and work that goes on by itself. */
  readonly from: Visitor | null;
};

type Facts<R extends Role> = Omit<Viewer<R>, typeof brand>;

/** Call it only after the caller has been proven; a lint rule keeps it inside lib/auth. */
export function admit<R extends Role>(facts: Facts<R>): Viewer<R> {
  return facts as Viewer<R>;
}

export function hasRole<R extends Role>(viewer: Viewer, allowed: readonly R[]): viewer is Viewer<R> {
  return (allowed as readonly Role[]).includes(viewer.role);
}
