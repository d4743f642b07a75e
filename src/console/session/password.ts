/** The server's own bound on new passwords; told before the form is sent. */
export const PASSWORD_LENGTH = 10;
