/** How long an organization's log of calls is kept: as it says, or a month; never longer than the operator allows. */
const DEFAULT_DAYS = 30;

export const callDaysOf = (said: number | null, most: number): number => Math.min(said ?? DEFAULT_DAYS, most);
