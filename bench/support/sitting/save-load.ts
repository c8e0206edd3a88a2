import http from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import { cookieOf, type Sitter } from "#bench/support/sitting/people.ts";
import type { Site } from "#bench/support/site.ts";
import { newAnswer } from "#lib/simulation/steps.ts";
import type { AnswerReceipt, SentAnswer } from "#lib/sittings/answers/wire.ts";

export type SaveAttempt = {
  sittingId: string;
  answer: SentAnswer;
  /** From when it should have been sent until the whole answer was there. */
  ms: number;
  /** What went wrong; null where it was acknowledged. */
  trouble: string | null;
};

/** What one participant answers, case after case, and changes in the next round. */
export function answersOf(options: Sitter["options"]): () => SentAnswer {
  const positions = [...options.keys()];
  let given = 0;
  return () => {
    const position = positions[given % positions.length] ?? 1;
    const revision = 1 + Math.floor(given / positions.length);
    const choice = (given + revision) % (options.get(position) ?? 2);
    const times = { activeMs: 21_000 + given, firstAnswerMs: 17_500, focusLosses: given % 2 };
    given += 1;
    return newAnswer(position, revision, { choice, ...times });
  };
}

/** Sends as a page does, as cheaply as it can be done: both sides share this machine. */
function openSender(site: Site, agent: http.Agent, { sittingId, cookies }: Sitter) {
  const always = {
    "content-type": "application/json",
    accept: "*/*",
    "accept-language": "en",
    origin: site.url,
    "sec-fetch-site": "same-origin",
    cookie: cookieOf(cookies),
  };
  const path = `/api/sittings/${sittingId}/answers`;
  return (body: string) =>
    new Promise<{ status: number; text: string }>((resolve, reject) => {
      const headers = { ...always, "content-length": Buffer.byteLength(body) };
      const sent = http.request(
        { host: "127.0.0.1", port: site.port, method: "POST", path, agent, headers },
        (response) => {
          let text = "";
          response.setEncoding("utf8").on("data", (part: string) => (text += part));
          response.once("end", () => resolve({ status: response.statusCode ?? 0, text }));
          response.once("error", reject);
        },
      );
      sent.setTimeout(30_000, () => sent.destroy(new Error("no answer within 30 s")));
      sent.once("error", reject);
      sent.end(body);
    });
}

type Participant = { sitter: Sitter; next: () => SentAnswer; send: ReturnType<typeof openSender> };
type Pace = { people: number; seconds: number; everyMs: number };
export type SaveLoad = { savings: SaveAttempt[]; seconds: number };

/** People who go on answering, each one after the other, for so long: at a pace, or as quickly as they are answered. */
export class Load {
  readonly #participants: readonly Participant[];
  readonly #agent: http.Agent;

  constructor(site: Site, sitters: readonly Sitter[]) {
    this.#agent = new http.Agent({ keepAlive: true, maxSockets: sitters.length });
    this.#participants = sitters.map((sitter) => ({
      sitter,
      next: answersOf(sitter.options),
      send: openSender(site, this.#agent, sitter),
    }));
  }

  async run({ people, seconds, everyMs }: Pace): Promise<SaveLoad> {
    const savings: SaveAttempt[] = [];
    const begun = performance.now();
    const until = begun + seconds * 1000;
    const work = async (participant: Participant, index: number) => {
      // Spread over the first second, as people are.
      let due = begun + (everyMs * index) / people;
      while (due < until) {
        const early = due - performance.now();
        if (early > 0) await delay(early);
        const since = everyMs > 0 ? due : performance.now();
        savings.push(await save(participant, since));
        due = everyMs > 0 ? due + everyMs : performance.now();
      }
    };
    await Promise.all(this.#participants.slice(0, people).map(work));
    return { savings, seconds: (performance.now() - begun) / 1000 };
  }

  close(): void {
    this.#agent.destroy();
  }
}

async function save({ sitter, next, send }: Participant, since: number): Promise<SaveAttempt> {
  const answer = next();
  const { sittingId } = sitter;
  try {
    const { status, text } = await send(JSON.stringify(answer));
    const ms = performance.now() - since;
    const told = status === 200 ? (JSON.parse(text) as AnswerReceipt) : null;
    const isKept = told?.revision === answer.revision && told.newer === null;
    const trouble = isKept ? null : `${status} ${text.slice(0, 200)}`;
    return { sittingId, answer, ms, trouble };
  } catch (error) {
    return { sittingId, answer, ms: performance.now() - since, trouble: (error as Error).message };
  }
}
