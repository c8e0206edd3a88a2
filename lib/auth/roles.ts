export const roles = ["participant", "researcher", "admin"] as const;
export type Role = (typeof roles)[number];

/** Where each role's own page is: the page after signing in. */
export const homes: Readonly<Record<Role, string>> = {
  participant: "/sittings",
  researcher: "/studies",
  admin: "/admin",
};

/** After coming in: whoever is in the middle of something is led there. */
export const landings: Record<Role, string> = { ...homes, participant: `${homes.participant}?back=1` };
