"use server";

import { randomUUID } from "node:crypto";
import { redirect, RedirectType } from "next/navigation";
import { writeSignInCookie } from "#lib/auth/sign-in/cookie.ts";
import { defineAction, definePublicAction } from "#lib/auth/define-action.ts";
import { readKnownDevice, rememberDevice } from "#lib/auth/sign-in/device-cookie.ts";
import { clearNote, giveFirstPassphrase, writeNote } from "#lib/auth/secrets/noted-passphrase.ts";
import { getViewer } from "#lib/auth/request/request.ts";
import { hasRole } from "#lib/auth/viewer.ts";
import { readVisitor } from "#lib/auth/request/visitor.ts";
import { fail } from "#lib/result.ts";
import { saveAnswer } from "#lib/sittings/answers/mutations.ts";
import { getOwnPlace } from "#lib/sittings/serving/case-queries.ts";
import { isLacking, listMissing } from "#lib/sittings/answers/completeness.ts";
import { joinStudy } from "#lib/sittings/joining/join-mutations.ts";
import { startSitting, submitSitting } from "#lib/sittings/mutations.ts";
import { beginInput, caseInput, handInInput, joinForm } from "#lib/sittings/joining/participant-forms.ts";
import { maxReason } from "#lib/sittings/limits.ts";
import { keepUnread, readAnswer } from "#lib/sittings/answers/read-answer.ts";
import { findSittingByCode, getStartedSitting } from "#lib/sittings/returning/queries.ts";
import { kindOf } from "#lib/task-kinds/registry.ts";
import { findFirstOpen, whereInstead, whereNext } from "#lib/sittings/serving/where-next.ts";

const participants = ["participant"] as const;
const pageOf = (sittingId: string, page: string | number = "") =>
  `/sittings/${sittingId}${page && `/${page}`}`;

/** Consent: the first thing that stores anything about a person. */
export const join = definePublicAction(joinForm, async (given) => {
  const viewer = await getViewer();
  const pid = given.prolific?.pid ?? null;
  // Another tab, or a second press after the first was lost on its way: they have begun.
  const begun =
    viewer && hasRole(viewer, participants) ? await findSittingByCode(viewer, given.code, pid) : null;
  if (begun) redirect(pageOf(begun));
  const joined = await joinStudy(given, await readVisitor(), await readKnownDevice());
  if (!joined.ok) return joined;
  const { signInId, sittingId, userId, isReturn } = joined.value;
  // Before the cookie: whoever is told to wait presses again, and comes by this same way.
  const note = given.form ? await giveFirstPassphrase(userId, given.form, { isNew: !isReturn }) : null;
  if (note) await writeNote(userId, note);
  await writeSignInCookie(signInId);
  await rememberDevice(userId, { sittingId, signInId });
  redirect(pageOf(sittingId) + (isReturn ? "?back=1" : ""));
});

export const begin = defineAction(participants, beginInput, async (viewer, { sittingId, ...answers }) => {
  const begun = await startSitting(viewer, sittingId, answers);
  if (!begun.ok) return begun;
  await clearNote();
  const started = await getStartedSitting(viewer, sittingId);
  if (started && viewer.signInId)
    await rememberDevice(viewer.userId, { sittingId, signInId: viewer.signInId, started });
  const place = await getOwnPlace(viewer, sittingId);
  if (place?.understanding === "open") redirect(pageOf(sittingId, "comprehension"));
  redirect(pageOf(sittingId, (place && findFirstOpen(place.progress)) ?? "overview"));
});

/** One case's form, sent as a form: stored first, and then it is seen where to go. */
export const saveCase = defineAction(participants, caseInput, async (viewer, given) => {
  const { sittingId, position, revision, options, go, isTold } = given;
  const place = await getOwnPlace(viewer, sittingId);
  const present = place?.progress.find((one) => one.position === position);
  if (!place || !present) return fail("not_found");
  const { questions, progress } = place;
  const elsewhere = whereInstead(progress, position, questions);
  if (elsewhere !== null) redirect(pageOf(sittingId, elsewhere));
  const fields: Readonly<Record<string, unknown>> = given;
  const { asked } = present;
  const { value, problem } = readAnswer({ get: (name) => fields[name] ?? null }, options, asked);
  const before = present.answer;
  const times = {
    activeMs: given.activeMs ?? before?.activeMs ?? 0,
    firstAnswerMs: given.firstAnswerMs ?? before?.firstAnswerMs ?? null,
    focusLosses: given.focusLosses ?? before?.focusLosses ?? 0,
  };
  const written = value.reason ?? "";
  const isLong = written.length > maxReason;
  if (isLong) value.reason = before?.reason ?? null;
  const missing = listMissing(value, asked);
  const wrong = {
    ...Object.fromEntries([...missing, ...(problem ? [problem.says] : [])].map((one) => [one, one])),
    ...(isLong && { tooLong: written }),
  };
  // Without its numbers it would be complete, and where one doesn't go back they could never be given again.
  if ((problem || isLong) && !questions.mayGoBack && missing.length === 0) return fail("incomplete", wrong);
  const saved = await saveAnswer(viewer, {
    sittingId,
    position,
    id: randomUUID(),
    revision: revision + 1,
    value: { ...keepUnread(value, problem, before, kindOf(asked.kind)), ...times },
    clientAt: new Date(),
  });
  if (!saved.ok) return saved;
  const mustBeComplete = present.isPractice || !questions.mayGoBack || !isTold;
  if (problem || isLong || (go === "next" && mustBeComplete && missing.length > 0))
    return fail("incomplete", wrong);
  if (go === "next" && present.isPractice && !value.cannotRead)
    redirect(`${pageOf(sittingId, position)}?checked=1`);
  const next = whereNext(progress, position, go);
  const isComplete = missing.length === 0 && !progress.some((one) => one !== present && isLacking(one));
  redirect(pageOf(sittingId, go === "next" && next === "overview" && isComplete ? "finish" : next));
});

export const handIn = defineAction(participants, handInInput, async (viewer, { sittingId, comment }) => {
  const submitted = await submitSitting(viewer, sittingId, comment);
  if (!submitted.ok) return submitted;
  // In the place of the question, to which there is no way back.
  redirect(pageOf(sittingId), RedirectType.replace);
});
