"use server";

import { refresh } from "next/cache";
import { defineAction } from "#lib/auth/define-action.ts";
import { fail, type Result } from "#lib/result.ts";
import * as studies from "#lib/studies/mutations.ts";
import { openStudy } from "#lib/studies/opening/mutations.ts";
import * as states from "#lib/studies/state-mutations.ts";
import {
  draftRemoval,
  draftRenaming,
  draftSave,
  newStudy,
  newStudyFrom,
  studyClosing,
  studyInput,
  studyOpening,
} from "#lib/studies/requests.ts";
import { readStudyFile } from "#lib/studies/opening/study-file.ts";

const admins = ["admin"] as const;

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
  refreshed(await states.pauseStudy(viewer, slug)),
);

export const reopen = defineAction(admins, studyInput, async (viewer, { slug }) =>
  refreshed(await states.reopenStudy(viewer, slug)),
);

export const close = defineAction(admins, studyClosing, async (viewer, { slug, confirmation }) =>
  refreshed(await states.closeStudy(viewer, slug, confirmation)),
);

export const archive = defineAction(admins, studyInput, async (viewer, { slug }) =>
  refreshed(await states.archiveStudy(viewer, slug)),
);
