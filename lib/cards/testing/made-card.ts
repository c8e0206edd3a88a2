import { cardFormat, type CardContent } from "#lib/cards/schema.ts";

/** A card as it could be, of nobody. */
export const madeCard = (changes: Partial<CardContent> = {}): CardContent => ({
  schema: cardFormat,
  issue: 1,
  issuedAt: "2026-03-01T09:00:00.000Z",
  address: "https://study.example.org/cards/abcdefghjkmnpqrstvwxyz0123",
  software: { name: "Benchside", version: "0.0.0" },
  rules: 3,
  licence: "CC BY 4.0",
  contact: "harbour@example.org",
  study: {
    title: "Who is speaking at the harbour?",
    benchmark: "Harbour",
    kind: "choice",
    who: "people",
    isDemo: false,
    openedAt: "2026-02-01T09:00:00.000Z",
    closedAt: "2026-02-20T09:00:00.000Z",
    recruitment: { how: "By a mailing list.", where: null, eligibility: "Readers of novels." },
  },
  plan: { hash: "7".repeat(64), frozenAt: "2026-02-01T09:00:00.000Z", isIntact: true },
  selection: { model: "gpt-harbour", method: "zero-shot", version: "", threshold: 0.9 },
  people: {
    ...{ people: 20, cases: 50, answers: 1000, works: null, unanswered: 0, chance: 0.2, level: 0.95 },
    ...{ accuracy: 0.908, low: 0.871, high: 0.936, reason: null },
  },
  tracks: [
    {
      ...{ name: "Literary", people: 20, cases: 47, answers: 940 },
      ...{ accuracy: 0.91, low: 0.87, high: 0.94, reason: null },
    },
    {
      ...{ name: "Drama", people: 20, cases: 3, answers: 60 },
      ...{ accuracy: null, low: null, high: null, reason: "too_few" },
    },
  ],
  models: null,
  checklist: [
    {
      key: "uncertainty",
      title: "Uncertainty over people and cases",
      asks: "intervals count people and cases.",
      state: "met",
      found: "90.8%.",
      lacks: [],
    },
    {
      key: "parity",
      title: "Comparison of conditions",
      asks: "what people and models were given is written down.",
      state: "partly",
      found: null,
      lacks: [],
    },
  ],
  ...changes,
});
