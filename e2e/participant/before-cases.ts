const say = (en: string) => ({ en, "zh-CN": "" });

export const words = {
  en: {
    title: "Who is speaking?",
    welcome: "Welcome.",
    consent: "I take part.",
    instructions: "Read, then choose.",
    debrief: "Thank you.",
  },
  ethics: { contact: say("study@example.org"), payment: say("Two euros, by voucher") },
  ticks: [
    { key: "adult", label: say("I am 18 or older.") },
    { key: "free", label: say("I take part of my own free will.") },
  ],
};

/** Boxes to tick, a question about oneself, and one about the task before the first case. */
export const plan = {
  words,
  questions: {
    preferNotToSay: true,
    background: [{ key: "age", kind: "number", label: say("How old are you?"), need: "required" }],
    comprehension: [
      {
        key: "task",
        label: say("What do you choose?"),
        options: [
          { value: "mark", label: say("Who speaks at the mark") },
          { value: "wrote", label: say("Who wrote the passage") },
        ],
        right: "mark",
      },
    ],
  },
  rules: { comprehension: "exclude" },
};
