/** Settings of a server without which what it has confirmed can be lost: those that look at a server go by this list. */
export const durabilitySettings = ["fsync", "full_page_writes", "synchronous_commit"] as const;
export type DurabilitySetting = (typeof durabilitySettings)[number];
