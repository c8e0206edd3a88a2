/** Papers whose printed figures are kept; apart from the figures, which no browser needs. */
export const papers = ["personaeval", "rolethink", "interviewsim"] as const;
export type Paper = (typeof papers)[number];
