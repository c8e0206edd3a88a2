import type { Bounded, UndefinedReason } from "#lib/metrics/measure.ts";

/** Why a figure of a review doesn't exist, beside the reasons of all figures. */
export const reviewReasons = [
  "no_checks", // nothing was checked of what is partly checked
  "never_drawn", // some of what is unchecked could never have been checked
  "unchecked_stratum", // too much stands in strata of which nothing was checked
  "no_audits", // no auditor went over a check that called a decision right
  "too_few_days",
  "unsteady", // days differ so much that no end can be told
] as const;
export type ReviewReason = UndefinedReason | (typeof reviewReasons)[number];

export type ReviewBounded = Omit<Bounded, "reason"> & { readonly reason: ReviewReason | null };
