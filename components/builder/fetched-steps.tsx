"use client";

import dynamic from "next/dynamic";

// A page of the builder shows one step: the others' fields and what they are checked by needn't come along.
export const AssignmentStep = dynamic(() =>
  import("#components/builder/steps/assignment.tsx").then((one) => one.AssignmentStep),
);
export const ClaimsStep = dynamic(() =>
  import("#components/builder/steps/claims.tsx").then((one) => one.ClaimsStep),
);
export const FrameStep = dynamic(() =>
  import("#components/builder/steps/frame.tsx").then((one) => one.FrameStep),
);
export const PowerStep = dynamic(() =>
  import("#components/builder/steps/power.tsx").then((one) => one.PowerStep),
);
export const QuestionsStep = dynamic(() =>
  import("#components/builder/steps/questions.tsx").then((one) => one.QuestionsStep),
);
export const RecruitmentStep = dynamic(() =>
  import("#components/builder/steps/recruitment.tsx").then((one) => one.RecruitmentStep),
);
export const RulesStep = dynamic(() =>
  import("#components/builder/steps/rules.tsx").then((one) => one.RulesStep),
);
export const SampleStep = dynamic(() =>
  import("#components/builder/steps/sample.tsx").then((one) => one.SampleStep),
);
export const WordsStep = dynamic(() =>
  import("#components/builder/steps/words.tsx").then((one) => one.WordsStep),
);
