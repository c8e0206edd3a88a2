import { readFileSync } from "node:fs";
import type { Browser, Page } from "@playwright/test";
import type { Follower } from "#bench/support/first-figure/follower.ts";
import { randomFrom } from "#bench/support/personaeval/writing/random.ts";

const AT_ONCE = 4;
const SEED = 7;

/** Makes an invitation for each, and reads their links from the file that comes once. */
async function invite(guide: Follower, people: number): Promise<string[]> {
  await guide.press("Invitations");
  await guide.fill("How many", String(people));
  await guide.press("Create the invitations");
  const file = await guide.download("Download as CSV");
  return readFileSync(file, "utf8").match(/https?:\/\/[^,\s]+\/join\/[^,\s]+/g) ?? [];
}

/** What is asked about oneself, once. */
async function tellOfOneself(page: Page): Promise<void> {
  await page.locator("main form").last().waitFor();
  for (const question of await page.locator("main select:visible").all())
    await question.selectOption({ index: 2 });
}

async function answerAll(guide: Follower, person: number): Promise<number> {
  const { page } = guide;
  const heading = page.getByRole("heading", { level: 1 });
  const cards = page
    .getByRole("listitem")
    .filter({ has: page.getByRole("radio") })
    .filter({ visible: true });
  const random = randomFrom(SEED, "participant", person);
  let [place, count] = [1, 1];
  for (; place <= count; place++) {
    await heading.filter({ hasText: new RegExp(`^Passage ${place} of `) }).waitFor();
    await page.locator(`form:visible input[name=position][value="${place}"]`).waitFor({ state: "attached" });
    count = Number(/\d+$/.exec(await heading.innerText())?.[0]);
    await cards.nth(random.below(await cards.count())).click();
    await guide.press(place < count ? "Next" : "Review all passages");
  }
  return count;
}

/** One person in a private window, from the link to the last page. */
async function takePart(guide: Follower, link: string, person: number): Promise<number> {
  const { page } = guide;
  await page.goto(link);
  await guide.press("I agree to take part");
  await page.waitForURL(/\/sittings\//);
  await tellOfOneself(page);
  await guide.press("Start");
  const count = await answerAll(guide, person);
  await guide.press("Hand in my answers");
  await page.getByRole("heading", { level: 1, name: "Thank you" }).waitFor();
  return count;
}

/** Everybody answers, a few at a time; how many answers they gave together. */
export async function inviteAndAnswer(guide: Follower, browser: Browser, people: number): Promise<number> {
  const links = await invite(guide, people);
  if (links.length !== people) throw new Error(`${links.length} links for ${people} people`);
  let [next, answers] = [0, 0];
  const goOn = async () => {
    while (next < links.length) {
      const person = next++;
      const window = await browser.newContext({ viewport: { width: 1280, height: 860 }, locale: "en" });
      const given = await takePart(guide.on(await window.newPage()), links[person] ?? "", person);
      answers += given;
      await window.close();
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, goOn));
  return answers;
}
