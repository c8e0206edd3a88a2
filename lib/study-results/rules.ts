/**
 * The rules by which figures are computed, and claims made of them. A study keeps its frozen plan and is computed by the rules
 * of today, which the report names. 1: intervals by resampling people and cases. 2: in closed form, a test for each
 * difference that is told, what is missing counted wrong where models are placed. 3: a study whose results could be seen, and that
 * closed before its planned number or its rule, keeps the intervals that hold at every look; what was passed is unanswered; a
 * headline's model is weighed as the difference weighs it; differences between origins are over raters, too.
 */
export const rules = 3;
