import type { Follower } from "#bench/support/first-figure/follower.ts";

export const TITLE = "Who is speaking, on our own machine?";
const MOST_STEPS = 15;

const placeOf = ({ page }: Follower) => new URL(page.url()).pathname;

/** From one step of the builder to the next, as far as the last. */
async function goThroughSteps(guide: Follower): Promise<void> {
  for (let step = 0; step < MOST_STEPS; step++) {
    const before = placeOf(guide);
    if (before.endsWith("/check")) return;
    if (before.endsWith("/words")) await guide.fill("Contact", "The reading team, room 12");
    if (before.endsWith("/sample")) await guide.fill("How many", "0");
    if (before.endsWith("/rules")) {
      await guide.press("Exclude those who fail attention checks");
      await guide.press("Exclude those who answer faster than the case can be read");
    }
    await guide.press("Save and go on");
    await guide.page.waitForURL((url) => url.pathname !== before);
  }
  throw new Error("the builder's steps have no end");
}

export async function makeStudy(guide: Follower, { model }: { model: string }): Promise<void> {
  await guide.press("Studies");
  await guide.press("New study");
  await guide.fill("Title", TITLE);
  await guide.press("PersonaEval human study");
  await guide.choose("Benchmark", "PersonaEval");
  await guide.press("Create the draft");
  await guide.page.waitForURL(/\/design\/frame$/);
  await guide.choose("Model run", `${model} · zero-shot`);
  await guide.fill("Exact threshold", "0.9");
  await goThroughSteps(guide);
  await guide.press("Open the study…");
  await guide.press("Open it now");
  await guide.page.waitForURL((url) => !url.pathname.includes("/design/"));
}

export async function closeStudy(guide: Follower): Promise<void> {
  await guide.press("Live");
  await guide.press("More");
  await guide.press("Close for good");
  await guide.page.getByRole("dialog").getByRole("textbox").fill(TITLE);
  await guide.press("Close the study");
  await guide.page.getByRole("dialog").waitFor({ state: "hidden" });
}
