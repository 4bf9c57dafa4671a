// Package explorer is the page on which one paints a density and watches J, B and the annealing answer. The page is
// files of plain HTML, CSS and JavaScript modules in the folder page, embedded as they are: there is no build step.
//
//	index.html     the sections of the page; its import map has two prefixes, and no list of modules
//	main.js        puts everything together
//	numbers.js     J, B and what lies between; apart.js says in what two settings differ, and laws.js draws the small
//	               maps beside them
//	element.js     makes elements of HTML; digits.js writes numbers
//	state/         what is asked and answered. link.js reads and writes links, past.js undoes and redoes, sides.js has
//	               the question of a setting, A or B, and its newest answers, and shared.js what both settings share.
//	               ask.js asks the server, and turns.js lets long questions wait for each other
//	setting/       the column of a setting, which panel.js puts together. target.js, paint.js, brush.js and cells.js
//	               paint a target; curve.js, handles.js and betas.js draw a schedule
//	views/         views.js is the catalogue of views, and tabs.js shows one of them. A view is a file, such as
//	               levels.js, with its parts in a folder of its name
//	take/          take.js offers the link, the command, the Go program and files of numbers. save.js saves the page as
//	               one file; saved.js disables in such a file what needs a server
//	tour/          tour.js opens the tour; steps.js has what its steps show and say
//
// Modules import each other as "explorer/state/link.js" and "charts/lines.js". Style sheets lie in the folders whose
// elements they are for; explorer.css is for all.
//
// Data goes one way. A control calls side.set, which changes the question. The side asks the server for every kind of
// answer that a view on the screen needs. The views draw an answer when it comes. An answer is dropped if its side has
// asked anew since.
//
// Link and ParseLink know the same links as link.js.
//
// Page writes the same page as one file with answers in it, for those who have no server.
package explorer
