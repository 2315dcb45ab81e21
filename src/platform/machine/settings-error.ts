/** A mistake of the person who starts the program. Its message is printed without a stack. */
export class SettingsError extends Error {}
