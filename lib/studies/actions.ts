"use server";

import { refresh } from "next/cache";
import { z } from "zod";
import { defineAction } from "#lib/auth/define-action.ts";
import { jsonField } from "#lib/auth/request/json-field.ts";
import { withoutNul } from "#lib/auth/schema.ts";
import { fail, type Result } from "#lib/result.ts";
import * as studies from "#lib/studies/mutations.ts";
import { openStudy } from "#lib/studies/opening/mutations.ts";
import * as sameTexts from "#lib/studies/sampling/same-texts-mutations.ts";
import { readStudyFile } from "#lib/studies/opening/study-file.ts";
import { stepNames, studyTitle } from "#lib/studies/schema.ts";
import { templateNames } from "#lib/studies/template.ts";

const admins = ["admin"] as const;

const slug = z.string().min(1).max(200).regex(withoutNul);
const revision = z.coerce.number().pipe(z.int().min(0).max(2_147_483_647));
const noneOr = <T extends z.ZodType>(type: T) =>
  z.union([z.literal("").transform(() => null), type]).default(null);

const newStudy = z.object({
  title: studyTitle,
  benchmark: noneOr(z.string().max(100).regex(withoutNul)),
  template: z.enum(templateNames),
});
/** The text of a study.json. */
const newStudyFrom = z.object({ file: z.string().max(900_000, "too_long") });
/** `value` is looked at by the step it belongs to, which says what is wrong by its path: "quota.Literary". */
const draftSave = z.object({ slug, revision, step: z.enum(stepNames), value: jsonField(z.unknown()) });
const draftRevision = z.object({ slug, revision });
const draftRenaming = z.object({ slug, revision, title: studyTitle });
const draftRemoval = z.object({ slug, confirmation: z.string().trim() });
const studyInput = z.object({ slug });
const studyOpening = z.object({ slug, revision, digest: z.string().regex(/^[0-9a-f]{64}$/) });
/** Closing can't be undone: the title is typed. */
const studyClosing = z.object({ slug, confirmation: z.string().trim() });

function refreshed<T, E extends string>(result: Result<T, E>): Result<T, E> {
  if (result.ok) refresh();
  return result;
}

export const makeStudy = defineAction(admins, newStudy, async (viewer, given) =>
  refreshed(await studies.createStudy(viewer, given)),
);

export const makeStudyFrom = defineAction(admins, newStudyFrom, async (viewer, { file }) => {
  const read = readStudyFile(file);
  return read.ok
    ? refreshed(await studies.createStudyFrom(viewer, read.file))
    : fail("invalid", read.problems);
});

export const saveDraft = defineAction(admins, draftSave, async (viewer, { slug, ...given }) =>
  refreshed(await studies.saveStep(viewer, slug, given)),
);

export const leaveOutSameTexts = defineAction(admins, draftRevision, async (viewer, { slug, revision }) =>
  refreshed(await sameTexts.leaveOutSameTexts(viewer, slug, revision)),
);

export const rateSameTextsOnce = defineAction(admins, draftRevision, async (viewer, { slug, revision }) =>
  refreshed(await sameTexts.rateSameTextsOnce(viewer, slug, revision)),
);

export const renameDraft = defineAction(admins, draftRenaming, async (viewer, { slug, ...given }) =>
  refreshed(await studies.renameStudy(viewer, slug, given)),
);

export const copyStudy = defineAction(admins, studyInput, async (viewer, { slug }) =>
  refreshed(await studies.copyStudy(viewer, slug)),
);

export const removeDraft = defineAction(admins, draftRemoval, (viewer, { slug, confirmation }) =>
  studies.removeDraft(viewer, slug, confirmation),
);

export const open = defineAction(admins, studyOpening, async (viewer, { slug, ...given }) =>
  refreshed(await openStudy(viewer, slug, given)),
);

export const pause = defineAction(admins, studyInput, async (viewer, { slug }) =>
  refreshed(await studies.pauseStudy(viewer, slug)),
);

export const reopen = defineAction(admins, studyInput, async (viewer, { slug }) =>
  refreshed(await studies.reopenStudy(viewer, slug)),
);

export const close = defineAction(admins, studyClosing, async (viewer, { slug, confirmation }) =>
  refreshed(await studies.closeStudy(viewer, slug, confirmation)),
);

export const archive = defineAction(admins, studyInput, async (viewer, { slug }) =>
  refreshed(await studies.archiveStudy(viewer, slug)),
);
