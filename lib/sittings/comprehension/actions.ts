"use server";

import { redirect } from "next/navigation";
import { defineAction } from "#lib/auth/define-action.ts";
import { getOwnPlace } from "#lib/sittings/serving/case-queries.ts";
import { mayAnswer } from "#lib/sittings/comprehension/comprehension.ts";
import { tryComprehension } from "#lib/sittings/mutations.ts";
import { comprehensionInput } from "#lib/sittings/joining/participant-forms.ts";
import { findFirstOpen } from "#lib/sittings/serving/where-next.ts";

/** Right, and one goes on to the cases; wrong, and one reads the instructions again. */
export const understand = defineAction(
  ["participant"],
  comprehensionInput,
  async (viewer, { sittingId, tryNumber, ...answers }) => {
    const tried = await tryComprehension(viewer, { sittingId, tryNumber, answers });
    if (!tried.ok) return tried;
    const home = `/sittings/${sittingId}`;
    if (!mayAnswer(tried.value)) redirect(tried.value === "open" ? `${home}/instructions` : home);
    const place = await getOwnPlace(viewer, sittingId);
    redirect(`${home}/${(place && findFirstOpen(place.progress)) ?? "overview"}`);
  },
);
