/** The sheets of every page: named in one place, they are one file, which embeds have in common with the pages. */
import '../../ui/tokens.css';
import '../../ui/base.css';
import '../../ui/utilities.css';
import '../../ui/kit.css';
import './frame.css';
