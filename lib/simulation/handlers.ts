import "server-only";
import type { Viewer } from "#lib/auth/viewer.ts";
import { inviteSimulated, reissueInvitation } from "#lib/invitations/mutations.ts";
import { joinPath } from "#lib/invitations/schema.ts";
import { JobFailure, type JobControl, type JobHandlers } from "#lib/jobs/handler.ts";
import { makePeople } from "#lib/simulated-people/person.ts";
import { getRightAnswers, listRights, listSimulatedPlaces } from "#lib/simulation/queries.ts";
import {
  listAddresses,
  reachProduct,
  type ServerAddress,
  sendThrough,
  type Guest,
  type RunOptions,
} from "#lib/simulation/run.ts";
import { simulationPayload, type SimulationPayload } from "#lib/simulation/schema.ts";
import { getStudy, type Study } from "#lib/studies/queries.ts";
import { closeStudy } from "#lib/studies/mutations.ts";
import { countToAnswer } from "#lib/studies/strata/schema.ts";

type Admin = Viewer<"admin">;

// The product comes up after its database; people on the same machine shouldn't have to wait for made-up ones.
const patienceMs = 180_000;
const atOnce = 2;
/** Of those who are looked on, so many fill their rows side by side. */
const sideBySide = 5;
/** Most answers are changed or added to once. */
const revisionsEach = 2;
const rounds = 3;

/**
 * Fills a study with simulated people and closes it. It has to go through the product's own pages, so it can't be all
 * or nothing: taken up again, who is done stays, and who was in the middle goes on there by a new link of their own.
 */
export const simulationHandlers: Pick<JobHandlers, "simulate_people"> = {
  simulate_people: async (viewer, given, control) => {
    const payload = simulationPayload.parse(given);
    const study = await getStudy(viewer, payload.slug);
    if (!study) throw new JobFailure(`There is no study ${payload.slug}.`);
    if (study.state !== "open") return { state: study.state };
    const addresses = listAddresses();
    const at = await reachProduct(addresses, { withinMs: patienceMs, signal: control.signal });
    if (!at)
      throw new JobFailure(`Benchside did not answer at ${addresses.map(({ via }) => via).join(" or ")}.`);
    const summary = await fill({ viewer, study, payload, control }, at);
    await control.confirm();
    await closeStudy(viewer, study.slug);
    return summary;
  },
};

type SimulationContext = { viewer: Admin; study: Study; payload: SimulationPayload; control: JobControl };

async function fill(
  filling: SimulationContext,
  at: ServerAddress,
): Promise<{ finished: number; left: number }> {
  const { viewer, study, payload, control } = filling;
  const ended = new Set<number>();
  let answers = 0;
  const showProgress = () => control.progress({ done: ended.size, total: payload.people, rows: answers });
  for (let round = 1; ; round++) {
    const guests = await invite(filling, ended);
    // Who was done before counts, whoever is left.
    showProgress();
    const ran = await sendThrough(guests, {
      at,
      ...paceOf(filling),
      signal: control.signal,
      knows: (sittingId) => listRights(viewer, sittingId),
      understands: (sittingId) => getRightAnswers(viewer, sittingId),
      onSaved: () => {
        answers += 1;
        showProgress();
      },
      onEnded: ({ number }, how) => {
        if (!("error" in how)) ended.add(number);
        showProgress();
      },
    });
    control.signal.throwIfAborted();
    const [failed] = ran.failed;
    if (!failed) break;
    if (round === rounds)
      throw new JobFailure(`${ran.failed.length} simulated people failed: ${failed.error}`);
  }
  const places = await listSimulatedPlaces(viewer, study.id);
  const finished = places.filter(({ state }) => state === "submitted").length;
  return { finished, left: places.length - finished };
}

function paceOf({ study, payload }: SimulationContext): Pick<RunOptions, "atOnce" | "pace"> {
  const { seconds, people } = payload;
  if (seconds === undefined) return { atOnce, pace: "at_once" };
  const inTurn = Math.ceil(people / sideBySide) * countToAnswer(study.design.sample) * revisionsEach;
  return { atOnce: sideBySide, pace: { everyMs: Math.round((1000 * seconds) / inTurn) } };
}

/** Everybody who isn't done, with a link. A link is told once: whoever had one before gets another in its place. */
async function invite({ viewer, study, payload }: SimulationContext, ended: Set<number>): Promise<Guest[]> {
  const places = await listSimulatedPlaces(viewer, study.id);
  places.forEach(({ state }, i) => {
    if (state === "submitted" || state === "withdrawn") ended.add(i + 1);
  });
  const renewed = new Map<number, string>();
  for (const [i, { invitationId }] of places.entries()) {
    if (ended.has(i + 1)) continue;
    const made = await reissueInvitation(viewer, study.id, invitationId);
    if (!made.ok) throw new JobFailure(`Simulated person ${i + 1} could not continue: ${made.error}`);
    renewed.set(i + 1, made.value.code);
  }
  const count = payload.people - places.length;
  if (count > 0) {
    const made = await inviteSimulated(viewer, study.id, { count, seed: payload.seed });
    if (!made.ok) throw new JobFailure(`Could not create invitations to ${study.slug}: ${made.error}`);
    made.value.forEach(({ code }, i) => renewed.set(places.length + i + 1, code));
  }
  return makePeople(payload.seed, payload.people).flatMap((person) => {
    const code = renewed.get(person.number);
    return code === undefined ? [] : [{ person, link: joinPath(code) }];
  });
}
