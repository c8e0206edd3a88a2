import type { Role } from "#lib/auth/roles.ts";

export type Person = {
  id: string;
  name: string;
  handle: string;
  role: Role;
  isDemo: boolean;
  isSimulated: boolean;
  lastSeenAt: Date | null;
  deactivatedAt: Date | null;
};
