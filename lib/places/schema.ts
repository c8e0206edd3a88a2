import { z } from "zod";
import { withoutNul } from "#lib/auth/schema.ts";

/** What somebody types to find a place by its name. */
export const placeSearch = z.string().trim().max(100).regex(withoutNul);

export const placeKinds = ["study", "benchmark", "review", "person"] as const;
export type Place = { kind: (typeof placeKinds)[number]; href: string; name: string };
