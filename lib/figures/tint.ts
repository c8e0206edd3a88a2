import type { Attributes } from "#lib/figures/drawing.ts";
import type { Look } from "#lib/figures/look.ts";

// So faint at most that dark letters on it keep a contrast of 4.5, in both themes.
const strongest = 0.48;

/** From 0 to 1, from the ground to the models' neutral. */
export const tint = (share: number | null, { inks }: Look): Attributes =>
  share === null
    ? { fill: "none" }
    : { fill: inks.model, "fill-opacity": strongest * Math.min(1, Math.max(0, share)) };
